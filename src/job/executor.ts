/** Who makes the calls of a run: its own process, or workers that it meets at a Redis (docs/scale.md). */
export const executors = ['in-process', 'redis'] as const

export type Executor = (typeof executors)[number]
