/** Ways to the service: its addresses (contract 4.1–4.6), or its tool entries (4.7). */
export const transports = ['http', 'mcp'] as const

export type Transport = (typeof transports)[number]
