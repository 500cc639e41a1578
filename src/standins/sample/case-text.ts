import { drawCitations, label } from './laws.ts'
import { chance, integer, lognormal, logUniform, type Random, randomStream } from './random.ts'
import { instanceScene, render, type Scene, storyScene } from './scene.ts'
import {
  conclusion,
  heading,
  partiesSection,
  recordSection,
  resultSection,
  storyOf,
  tailSection,
} from './sections.ts'
import { type Document, isEmployersSuit } from './suits.ts'
import { commonSentences } from './words.ts'

/** The sections of a document, whole and in the order in which the full text has them. */
export type CaseText = Readonly<ReturnType<typeof writeCase>>

/** Absent ones are empty. */
type Facts = Readonly<Record<'accusation' | 'defence' | 'evidence' | 'hearing', string>>

/** Those of the facts that a document has. */
export const heard = ({ accusation, defence, evidence, hearing }: Facts): string[] =>
  [accusation, defence, evidence, hearing].filter((part) => part !== '')

export interface LengthOptions {
  /** Characters of the full text: uniform between these, in place of the distribution. */
  readonly contentCharacters?: readonly [min: number, max: number]
}

/** Writes a document. The length is met to within a sentence, but never below what the parts need. */
export function writeCase(document: Document, options: LengthOptions) {
  const random = randomStream('text', document.key)
  const length = drawLength(random, document, options)
  const refs = drawCitations(random, document.suit.cause.family, document.outcome, document.decided)
  const head = heading(document)
  const parties = partiesSection(document, random)
  const record = recordSection(document, random)
  const closing = conclusion(document, random, refs)
  const result = resultSection(document, random)
  const tail = tailSection(document, random)
  const used =
    head.length + parties.length + record.length + closing.length + result.length + tail.length + 20
  const body = writeBody(document, random, Math.max(0, length - used))
  const analysis = `${body.reasons}${closing}`
  const { reasons: _, ...facts } = body
  const content = [head, parties, record, ...heard(facts), analysis, result, tail].join('\n')
  return { content, parties, record, facts, analysis, result, tail, cited: refs.map(label) }
}

/** Lengths: rulings 300–900, judgments lognormal, one in a hundred of them very long. */
function drawLength(random: Random, { kind }: Document, { contentCharacters }: LengthOptions): number {
  if (contentCharacters !== undefined) return integer(random, ...contentCharacters)
  if (kind !== '判决书') return integer(random, 300, 900)
  if (chance(random, 0.01)) return logUniform(random, 30_000, 150_000)
  return Math.min(Math.max(lognormal(random, 2800, 0.8), 500), 29_000)
}

type Body = Facts & { readonly reasons: string }

function writeBody(document: Document, random: Random, budget: number): Body {
  if (document.kind !== '判决书') return writeShortBody(document, random, budget)
  const story = storyOf(document)
  const scene = storyScene(document, random)
  const accusation = accusationOf(document, scene, budget * 0.16)
  const isHeard = budget > 150
  const defence = isHeard ? defenceOf(document, scene, budget * 0.12) : ''
  const proof =
    isHeard && chance(random, 0.85)
      ? prose(scene, budget * 0.1, evidenceOpening, commonSentences().evidence)
      : ''
  const reasons = prose(scene, budget * 0.24, '本院认为，', story.reasons, commonSentences().reasons)
  const rest = budget - accusation.length - defence.length - proof.length - reasons.length
  const hearing = longProse(scene, rest, hearingOpening(document), story.events, commonSentences().events)
  return { accusation, defence, evidence: proof, hearing, reasons }
}

/** Rulings and the like are short in facts, and shorter in reasons. */
function writeShortBody(document: Document, random: Random, budget: number): Body {
  const inExecution = document.outcome.stage === 'enforcement'
  const scene = inExecution ? instanceScene(document, random) : storyScene(document, random)
  const events = inExecution ? commonSentences().enforcementEvents : storyOf(document).events
  const opening = inExecution ? '在执行过程中，' : '经审查，'
  const hearing = budget > 80 ? prose(scene, budget - 20, opening, events, commonSentences().events) : ''
  // A ruling on jurisdiction alone leaves the case open, and says what is claimed in it.
  const accusation = document.outcome.key === 'jurisdictionRefused' ? accusationOf(document, scene, 0) : ''
  const reasons = document.kind === '调解书' ? '' : '本院经审查认为，'
  return { accusation, defence: '', evidence: '', hearing, reasons }
}

/** What is asked for: on appeal, that the decision below be set aside. */
function accusationOf(document: Document, scene: Scene, budget: number): string {
  const story = storyOf(document)
  const names = instanceScene(document, scene.random)
  const appeal =
    '{原}向本院提出请求：1.撤销{下院}{下号}{下文}，依法改判；2.一、二审诉讼费用由{被}负担。事实和理由：一审判决认定事实错误，适用法律不当。'
  if (document.outcome.stage === 'second' || document.outcome.stage === 'retrial')
    return prose(names, budget, appeal, commonSentences().reasons.slice(7, 10))
  const asked = isEmployersSuit(document.suit) ? employerClaims : story.claims
  const claims = [...asked, '本案诉讼费用由{被}负担'].map((claim, i) => `${i + 1}.${claim}`).join('；')
  return prose(scene, budget, `{原}向本院提出诉讼请求：${claims}。事实和理由：`, story.events)
}

const employerClaims = [
  '判令{原}无需支付{被}解除劳动合同经济补偿{总}',
  '判令{原}无需支付{被}未休年休假工资差额{额}',
]

const evidenceOpening = '当事人围绕诉讼请求依法提交了证据，本院组织当事人进行了证据交换和质证。'

/** The plaintiff, where the other side appealed, defends the decision below. */
function defenceOf(document: Document, scene: Scene, budget: number): string {
  if (document.claimant === 'defendants')
    return prose(scene, budget, '{原}辩称，', commonSentences().appellateDefence)
  if (isEmployersSuit(document.suit))
    return prose(scene, budget, '{被}辩称，', commonSentences().workerDefence)
  return prose(scene, budget, '{被}辩称，', storyOf(document).defence, commonSentences().defence)
}

const hearingOpening = ({ outcome }: Document): string =>
  outcome.stage === 'first' ? '经审理查明：' : '一审法院认定事实如下，{下院}在{下号}{下文}中予以确认：'

/** Characters after which a paragraph ends. */
const paragraph = 320

type Lists = readonly (readonly string[])[]

/**
 * The opening, then sentences from the lists in turn, each list from a drawn start, until `budget` characters
 * are reached or the lists are at an end; at least one sentence.
 */
const prose = (scene: Scene, budget: number, opening: string, ...lists: Lists): string =>
  paragraphs(sentences(scene, opening, lists), budget)

/** The same, and where the lists are not enough, numbered ledger lines follow without end. */
const longProse = (scene: Scene, budget: number, opening: string, ...lists: Lists): string =>
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
  const { ledger } = commonSentences()
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
