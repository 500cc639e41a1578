import { Instrumenter } from '@stryker-mutator/instrumenter'
import type { Mutant } from './sql.ts'

const silent = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0]
const options = { excludedMutations: ['StringLiteral'], ignorers: [], plugins: null }

/** The changes of a TypeScript source that Stryker makes, but for those of texts. */
export async function codeMutants(source: string): Promise<Mutant[]> {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const offsetOf = ({ line, column }: { line: number; column: number }) => (starts[line] ?? 0) + column
  const file = { name: 'source.ts', content: source, mutate: true }
  const { mutants } = await new Instrumenter(silent).instrument([file], options)
  // Changes that are excluded are in the list, too.
  const some = mutants.filter(({ status }) => status !== 'Ignored')
  return some.map(({ location: { start, end }, mutatorName, replacement }) => {
    const at = offsetOf(start)
    const isExpression = mutatorName !== 'BlockStatement' && !/^(?:case|default)\b/.test(replacement)
    return { at, from: source.slice(at, offsetOf(end)), to: isExpression ? `(${replacement})` : replacement }
  })
}
