import { insert, type Row, subject } from './litigation-world.ts'
import { type Into, type Scene, stage, statement, telling } from './scenes.ts'

/* Whether what a first instance ordered took effect, by what came after it. */

const states = stage()

/** A judgment against the enterprise with one sum of its full text. */
interface Judgment {
  readonly id: string
  /** What the list and the full text say of it. */
  readonly stated: Row
  readonly listed?: Row
  readonly text?: Row
  readonly sum: Row
  readonly references?: readonly Row[]
}

/** Columns of these judgments in a view. */
const asked = (columns: string, view: string, ...judgments: readonly Judgment[]): Scene => ({
  sql: `SELECT ${columns} FROM ${view} WHERE enterprise_id = 'e1' ORDER BY ALL`,
  tell: async (into) => {
    for (const { id, stated, listed, text, sum, references = [] } of judgments) {
      const document = { enterprise_id: 'e1', document_id: id, role: 'defendant' }
      const key = { case_id: id, library: text?.library ?? 'ptal' }
      const amount = { amount: '100.00', payer_keys: [subject], ...sum }
      await insert(into, 'enterprise_documents', { ...document, ...stated, ...listed })
      await insert(into, 'cases', { ...key, ...stated, ...text })
      await insert(into, 'case_amounts', { ...key, ordinal: 1, ...amount })
      for (const [index, reference] of references.entries())
        await insert(into, 'case_references', { ...key, ordinal: index + 1, ...reference })
    }
  },
})

const ordered = { part: 'order', role: '本金', is_ordered: true }

interface Review {
  readonly procedure: string
  readonly outcome: string | null
  readonly on: string
  readonly type?: string
}

const judgment: Review = { procedure: '一审', outcome: 'granted', on: '2020-01-01' }
const paymentOrder: Review = { procedure: '督促', outcome: 'payment_order', on: '2020-01-01', type: '民督' }
const own = ({ type = '' }: Review, index: number): string => `${type}${index}号`

/** A first judgment of 2020-01-01 over 100 yuan, and the reviews that order a sum too. */
const after = (...reviews: Review[]): Scene => beginningWith(judgment, ...reviews)

function beginningWith(...documents: [Review, ...Review[]]): Scene {
  const judgments = documents.map((document, index): Judgment => {
    const { procedure, outcome, on } = document
    const key = own(document, index)
    const number = { case_number: key, case_number_key: key, number_procedure: procedure }
    return {
      id: `d${index}`,
      stated: { ...number, outcome, decided_on: on },
      text: { origin_number_key: index < 2 ? own(documents[0], 0) : `${index - 1}号` },
      sum: { ...ordered, is_ordered: index === 0 || outcome === 'reversed' },
    }
  })
  return asked('document_id, effectiveness, is_counted', 'ordered_payments', ...judgments)
}

const appeal = (outcome: string | null, on = '2020-06-01'): Review => ({ procedure: '二审', outcome, on })
const retrial = (outcome: string | null, on = '2021-06-01'): Review => ({ procedure: '再审', outcome, on })

states(
  'a first judgment counts unless what came after it took it away, or left unknown what of it stands',
  [after(), ['d0 | first instance, no appeal held | true']],
  [after(appeal('appeal_withdrawn')), ['d0 | in force | true']],
  [after(appeal('remanded')), ['d0 | superseded | false']],
  [after(appeal('remanded', judgment.on)), ['d0 | superseded | false']],
  [after(appeal('partly_reversed')), ['d0 | partly superseded | false']],
  [after(appeal(null)), ['d0 | appealed, result not recognised | false']],
  // A decision on an earlier judgment does not touch it.
  [after(appeal('remanded', '2019-06-01')), ['d0 | first instance, no appeal held | true']],
)
states(
  'a retrial that reverses supersedes the appeal and what it upheld',
  after(appeal('reversed'), retrial('reversed')),
  'd0 | superseded | false; d1 | superseded | false; d2 | final | true',
)
const enforced = (type: string): Review => ({ ...appeal('enforcement_ordered'), procedure: '执行', type })
states(
  'an enforcement shows that it is in force, a preservation and a review of an enforcement do not',
  [after(enforced('执')), ['d0 | in force | true']],
  [after(enforced('执保')), ['d0 | first instance, no appeal held | true']],
  [after(enforced('执异')), ['d0 | first instance, no appeal held | true']],
)
const unopposed = 'd0 | payment order, no objection held | true'
states(
  'a payment order stands without word of an objection, is in force once it is enforced, and lapses by a ruling or a suit',
  [beginningWith(paymentOrder), [unopposed]],
  [beginningWith(paymentOrder, { ...enforced('执'), outcome: 'ended' }), ['d0 | in force | true']],
  [beginningWith(paymentOrder, enforced('执异')), [unopposed]],
  [beginningWith(paymentOrder, { ...paymentOrder, outcome: 'ended' }), ['d0 | lapsed | false']],
  [beginningWith(paymentOrder, { ...judgment, outcome: 'dismissed' }), ['d0 | lapsed | false']],
)
/** An appeal whose text changes this item of a decision, of which a sum of item 1 is held. */
const changing = (number: string, item: string): Scene => {
  const scene = after(appeal('partly_reversed'))
  const tell = async (into: Into) => {
    await scene.tell(into)
    await into.run("UPDATE case_amounts SET item = 1 WHERE case_id = 'd0'")
    await telling(statement('撤销', number, { case_id: 'd1', items: [item] }))(into)
  }
  return { ...scene, tell }
}
states(
  'a decision of which an appeal changes one item falls by that item, is upheld in the others, and is not touched by what is said of another',
  [changing('0号', '1'), ['d0 | superseded | false']],
  [changing('0号', '2'), ['d0 | upheld | true']],
  [changing('7号', '2'), ['d0 | first instance, no appeal held | true']],
)

const copy = {
  stated: { case_number_key: '1号', number_procedure: '一审', outcome: 'granted', decided_on: '2020-01-01' },
  listed: { document_kind: '判决书' },
  text: { origin_number_key: '1号' },
  sum: ordered,
}
const unnumbered = { ...copy, stated: { ...copy.stated, case_number_key: null } }
const twice = (one: Omit<Judgment, 'id'>): Scene =>
  asked('is_counted, not_counted_because', 'ordered_payments', { id: 'd1', ...one }, { id: 'd2', ...one })
states(
  'a document that is listed under two ids orders its sum once, where it has a number',
  [twice(copy), ['false | stands in another copy of this document', 'true | -']],
  [twice(unnumbered), ['true | -', 'true | -']],
)

const claimIn = (id: string, outcome: string | null, procedure = '一审', on = '2025-06-01'): Judgment => ({
  id,
  stated: { case_number_key: `${id}号`, number_procedure: procedure, outcome, decided_on: on },
  text: { origin_number_key: `${id}号` },
  sum: { role: '标的', is_ordered: false, part: 'claim', payer_keys: null },
})
const claims = (...judgments: readonly Judgment[]) =>
  asked('document_id, not_counted_because', 'claimed_payments', ...judgments)
states(
  'a claim counts only in a case that is known to be open',
  claims(claimIn('d1', 'jurisdiction'), claimIn('d2', null), claimIn('d3', 'jurisdiction', '二审')),
  'd1 | -; d2 | outcome not recognised; d3 | restates the claim of first instance',
  [
    claims(claimIn('d1', 'jurisdiction', '一审', '2023-03-31')),
    'd1 | whether the case is still open is not known',
  ],
)
/** A first judgment and the appeal of this number that became so. */
const sentBack = (outcome: string, number: string): Scene => {
  const review = claimIn('d2', outcome, '二审')
  const of = { stated: { ...review.stated, case_number_key: number }, text: { origin_number_key: 'd1号' } }
  return claims(claimIn('d1', 'granted'), { ...review, ...of, sum: ordered })
}
states(
  'and again in one that an appeal on the merits sent back',
  [sentBack('remanded', '民终2号'), 'd1 | -'],
  [sentBack('upheld', '民终2号'), 'd1 | the case is closed'],
  [sentBack('jurisdiction', '民辖终2号'), 'd1 | the case is closed'],
)

/** A published first judgment of 2012 whose text goes on with these words. */
function toldAfterwards(words: string, library: 'qwal' | 'ptal' = 'qwal'): Scene {
  const appeal = (number: string) => ({ number, number_key: number, number_procedure: '二审' })
  const [earlier, later] = [appeal('(2011)乙民终字第1号'), appeal('(2012)乙民终字第38号')]
  const number = {
    case_number: '（2012）甲民初字第8号',
    case_number_key: '(2012)甲民初字第8号',
    case_year: 2012,
  }
  return asked('effectiveness, is_counted', 'ordered_payments', {
    id: 'd1',
    stated: { ...number, number_procedure: '一审', outcome: 'granted', decided_on: '2012-03-01' },
    text: { library, content: `甲民初字第8号判决：甲返还15元。${words}` },
    sum: { part: 'order', is_ordered: true },
    references: words === '' ? [earlier] : [earlier, later],
  })
}

const ofAppeal = '乙高级人民法院作出（2012）乙民终字第38号民事判决：撤销一审判决。'
const stands = `${ofAppeal}最高人民法院判决：1.撤销上述判决；2.维持甲市人民法院（2012）甲民初字第8号民事判决。`
const falls = `${stands}后又撤销甲市人民法院（2012）甲民初字第8号民事判决。`
states(
  'a published judgment that tells of its appeal is none without one',
  [toldAfterwards(ofAppeal), ['appealed, result not recognised | false']],
  [toldAfterwards(stands), ['upheld | true']],
  [toldAfterwards(falls), ['appealed, result not recognised | false']],
)
states(
  'an earlier appeal is of another case, and an ordinary judgment knows of none after it',
  [toldAfterwards(''), ['first instance, no appeal held | true']],
  [toldAfterwards('另见（2012）乙民终字第38号民事判决。', 'ptal'), ['first instance, no appeal held | true']],
)
