/** Samples of an exposition, by name and labels. */
export const samplesOf = (exposition: string): Record<string, number> =>
  Object.fromEntries(
    exposition
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
