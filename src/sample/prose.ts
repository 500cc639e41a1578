import { integer } from './random.ts'
import { render, type Scene } from './scene.ts'
import { ledger } from './words/filler.ts'

/** Characters after which a paragraph ends. */
const paragraph = 320

type Lists = readonly (readonly string[])[]

/**
 * The opening, then sentences from the lists in turn, each list from a drawn start, until `budget` characters
 * are reached or the lists are at an end; at least one sentence.
 */
export const prose = (scene: Scene, budget: number, opening: string, ...lists: Lists): string =>
  paragraphs(sentences(scene, opening, lists), budget)

/** The same, and where the lists are not enough, numbered ledger lines follow without end. */
export const longProse = (scene: Scene, budget: number, opening: string, ...lists: Lists): string =>
  paragraphs(endless(scene, opening, lists), budget).replace(/；$/, '。')

/** The opening comes with the first sentence, so that it never stands alone. */
function* sentences(scene: Scene, opening: string, lists: Lists): Generator<string> {
  let before = render(opening, scene)
  for (const list of lists) {
    const start = integer(scene.random, 0, list.length - 1)
    for (let i = 0; i < list.length; i++) {
      yield before + render(list[(start + i) % list.length] ?? '', scene)
      before = ''
    }
  }
}

function* endless(scene: Scene, opening: string, lists: Lists): Generator<string> {
  yield* sentences(scene, opening, lists)
  yield '双方往来明细如下：'
  for (let line = 1; ; line++) {
    yield `${line}.${render(ledger[integer(scene.random, 0, ledger.length - 1)] ?? '', scene)}`
  }
}

function paragraphs(sentences: Iterable<string>, budget: number): string {
  let done = ''
  let open = ''
  for (const sentence of sentences) {
    open += sentence
    if (open.length >= paragraph) {
      done += `${open}\n`
      open = ''
    }
    if (done.length + open.length >= budget) break
  }
  return (done + open).trimEnd()
}
