import { type Fact, type Row, subject, type Told, toldOf } from './litigation-world.ts'
import { asking, type Scene, stage, statement } from './scenes.ts'

/* Whether what a first instance ordered took effect, by what came after it. */

const states = stage()
const sum = {
  item: 1,
  role: '本金',
  amount: '100.00',
  currency: 'CNY',
  is_ordered: true,
  payer_keys: [subject],
}

/** Documents of a dispute against the enterprise as `type outcome day`: the first, and one that is reversed, order a sum of item 1. */
function dispute(...said: readonly string[]): Told[] {
  const numbers = said.map((words, at) => `(2020)京0105${words.split(' ')[0]}${at}号`)
  return said.map((words, at) => {
    const [, outcome = '', on = '2020-06-01'] = words.split(' ')
    const line = [`d${at}`, numbers[at] ?? '', on, '庚建材有限公司', subject] as const
    return toldOf([...line, outcome === '?' ? null : outcome], {
      origin: numbers[Math.max(at - 1, 0)] ?? '',
      orders: at === 0 || outcome === 'reversed' ? [sum] : [],
    })
  })
}
const effects = asking('document_id, effectiveness, is_counted', 'ordered_payments')
/** What becomes of a first judgment of 2020-01-01 after these. */
const after = (...said: string[]) => effects(...dispute('民初 granted 2020-01-01', ...said))
const afterOrder = (...said: string[]) => effects(...dispute('民督 payment_order 2020-01-01', ...said))

states(
  'a first judgment counts unless what came after it took it away, or left unknown what of it stands',
  [after(), 'd0 | first instance, no appeal held | true'],
  after,
  '民终 appeal_withdrawn → d0 | in force | true, 民终 remanded → d0 | superseded | false',
  '民终 remanded 2020-01-01 → d0 | superseded | false, 民终 partly_reversed → d0 | partly superseded | false',
  '民终 reversed + 民再 reversed 2021-06-01 → d0 | superseded | false; d1 | superseded | false; d2 | final | true',
  [after('民终 ?'), 'd0 | appealed, result not recognised | false'],
  // A decision on an earlier judgment does not touch it.
  [after('民终 remanded 2019-06-01'), 'd0 | first instance, no appeal held | true'],
)
/** What becomes of it where its appeal ends by words of a withdrawal. */
const withdrawing = (outcome: string, evidence: string): Scene => {
  const [judgment, appeal] = dispute('民初 granted 2020-01-01', `民终 ${outcome}`) as [Told, Told]
  return effects(judgment, { ...appeal, held: { outcome_evidence: evidence } })
}
const [gone, unclear] = ['d0 | superseded | false', 'd0 | appealed, result not recognised | false']
states(
  'a mediation on appeal takes its place, and so does the withdrawal of the suit; who withdraws an appeal leaves it in force, and of 撤诉 it is not known which of the two it is',
  [after('民终 mediated'), gone],
  [after('民再 mediated'), gone],
  [withdrawing('withdrawn', '准许原审原告庚建材有限公司撤回起诉'), gone],
  [withdrawing('withdrawn', '本案按撤诉处理'), unclear],
  [withdrawing('withdrawn', '准许甲建设有限公司撤回反诉'), unclear],
  [withdrawing('withdrawn', '准许庚建材有限公司撤回对丙公司的起诉'), unclear],
  [withdrawing('appeal_withdrawn', '准许上诉人甲建设有限公司撤回上诉'), 'd0 | in force | true'],
)
/** A retrial that says that it may be appealed against, and what comes after it. */
const retriedFirst = (closing: string, ...later: string[]): Scene => {
  const [judgment, retrial, ...more] = dispute(
    '民初 granted 2020-01-01',
    '民再 reversed 2021-06-01',
    ...later,
  )
  return effects(judgment as Told, { ...(retrial as Told), held: { content: closing } }, ...more)
}
const openToAppeal =
  '判决如下：一、支付货款。如不服本判决，可以在判决书送达之日起十五日内，向本院递交上诉状，上诉于某中级人民法院。'
states(
  'a retrial by the procedure of first instance may be appealed against, and is not final',
  [retriedFirst(openToAppeal), 'd0 | superseded | false; d1 | first instance, no appeal held | true'],
  [
    retriedFirst(
      '一审告知当事人如不服本判决可上诉于某中级人民法院。判决如下：一、支付货款。本判决为终审判决。',
    ),
    'd0 | superseded | false; d1 | final | true',
  ],
  [
    retriedFirst(openToAppeal, '民终 remanded 2021-09-01'),
    'd0 | superseded | false; d1 | superseded | false',
  ],
)
/** An enforcement of another judgment that says of the first that it was sent back. */
const enforcement: Told = toldOf(['x9', '(2022)京0105执9号', '2022-09-01', '庚建材有限公司', subject, null], {
  origin: '(2021)京0105民初8号',
})
states('a decision falls by what a document of another dispute says of it', [
  effects(
    ...dispute('民初 granted 2020-01-01', '民终 upheld'),
    enforcement,
    statement('发回', '(2020)京0105民初0号', { case_id: 'x9' }),
  ),
  'd0 | superseded | false',
])
const ownWords = statement('生效', '(2020)京0105民初0号', { case_id: 'd0', is_decided: true })
states(
  'a first judgment that says that it is final is in force, unless a retrial took it away',
  [effects(...dispute('民初 granted 2020-01-01'), ownWords), 'd0 | in force | true'],
  effects(...dispute('民初 granted 2020-01-01', '民再 reversed 2021-06-01'), ownWords),
  'd0 | superseded | false; d1 | final | true',
)
states(
  'an enforcement shows that it is in force, a preservation and a review of an enforcement do not',
  [after('执 enforcement_ordered'), 'd0 | in force | true'],
  effects(
    ...dispute('民初 granted 2020-01-01', '执 enforcement_ordered'),
    statement('立案', '(2020)京0105民初0号', { case_id: 'd1' }),
  ),
  'd0 | in force | true',
  [after('执保 enforcement_ordered'), 'd0 | first instance, no appeal held | true'],
  [after('执异 enforcement_ordered'), 'd0 | first instance, no appeal held | true'],
)
const unopposed = 'd0 | payment order, no objection held | true'
states(
  'a payment order stands without word of an objection, is in force once it is enforced, and lapses by a ruling or a suit',
  [afterOrder(), unopposed],
  [afterOrder('执异 enforcement_ordered'), unopposed],
  afterOrder,
  '执 ended → d0 | in force | true, 民督 ended → d0 | lapsed | false, 民初 dismissed → d0 | lapsed | false',
)
/** What becomes of it where the text of an appeal changes this item of a decision. */
const changing = (number: string, item: string): Scene =>
  effects(
    ...dispute('民初 granted 2020-01-01', '民终 partly_reversed'),
    statement('撤销', `(2020)京0105民初${number}`, { case_id: 'd1', items: [item] }),
  )
states(
  'a decision of which an appeal changes one item falls by that item, is upheld in the others, and is not touched by what is said of another',
  [changing('0号', '1'), 'd0 | superseded | false'],
  [changing('0号', '2'), 'd0 | upheld | true'],
  [changing('7号', '2'), 'd0 | first instance, no appeal held | true'],
)

/** What becomes of it where a text of this type revokes item 1 of it by a decision of its own, or reports that, and what came after that. */
const revoking = (type: string, is_decided: boolean, ...more: string[]): Scene =>
  effects(
    ...dispute('民初 granted 2020-01-01', `${type} partly_reversed`, ...more),
    statement('撤销', '(2020)京0105民初0号', { case_id: 'd1', items: ['1'], is_decided }),
  )
const [open, fallen] = ['d0 | not known | false', 'd0 | superseded | false']
states(
  'a decision that a judgment of first instance revokes may stand while no appeal against that is seen; one that it reports to be revoked falls',
  [revoking('民撤', true), open],
  [revoking('民初', true), open],
  [revoking('民初', false), fallen],
  [revoking('民再', true), fallen],
  [revoking('民撤', true, '民终 ? 2021-06-01'), open],
  [revoking('民撤', true, '民终 upheld 2021-06-01'), fallen],
  [revoking('民撤', true, '民终 appeal_withdrawn 2021-06-01'), fallen],
  effects(
    ...dispute('民初 granted 2020-01-01', '民撤 partly_reversed', '民终 remanded 2021-06-01'),
    statement('撤销', '(2020)京0105民初0号', { case_id: 'd1' }),
  ),
  'd0 | first instance, no appeal held | true',
)

const [copy] = dispute('民初 granted') as [Told]
const twice = (more: Row): Scene =>
  asking(
    'is_counted, not_counted_because',
    'ordered_payments',
  )(...['d1', 'd2'].map((id) => ({ ...copy, id, listed: more, held: more })))
states(
  'a document that is listed under two ids orders its sum once, where it has a number',
  [twice({}), 'false | stands in another copy of this document; true | -'],
  [twice({ case_number_key: null }), 'true | -; true | -'],
)

/** A claim in the first of these documents, and in each that only rules on jurisdiction. */
const claims = (...said: string[]): Scene =>
  asking(
    'document_id, not_counted_because',
    'claimed_payments',
  )(
    ...dispute(...said).map((one, at) => {
      const claim = { ...sum, part: 'claim', is_ordered: false, payer_keys: [] }
      return { ...one, orders: at === 0 || one.outcome === 'jurisdiction' ? [claim] : [] }
    }),
  )
states(
  'a claim counts only in a case of first instance that is known to be open, or that an appeal on the merits sent back',
  claims,
  '民初 jurisdiction 2025-06-01 → d0 | -, 民初 ? → d0 | outcome not recognised',
  '民初 jurisdiction 2023-03-31 → d0 | whether the case is still open is not known',
  '民终 jurisdiction 2025-06-01 → d0 | restates the claim of first instance, 执 seized 2025-06-01 → d0 | whether the case is still open is not known',
  '民初 granted + 民终 remanded 2025-06-01 → d0 | -, 民初 granted + 民终 upheld → d0 | the case is closed',
)

/** A published first judgment of 2012 whose text goes on with these words. */
function toldAfterwards(words: string, library: 'qwal' | 'ptal' = 'qwal'): Scene {
  const number = '(2012)京0105民初8号'
  const content = `京0105民初8号判决：甲返还15元。${words}`
  const cited = (key: string): Fact => [
    'case_references',
    { case_id: 'x1', library, number_key: key, number_procedure: '二审' },
  ]
  return asking('effectiveness, is_counted', 'ordered_payments')(
    toldOf(['x1', number, '2012-03-01', '庚建材有限公司', subject, 'granted'], {
      ...{ library, held: { case_year: 2012, content }, orders: [{ ...sum, library }] },
    }),
    ...['(2011)乙民终字第1号', ...(words === '' ? [] : ['(2012)乙民终字第38号'])].map(cited),
  )
}

const ofAppeal = '乙高级人民法院作出（2012）乙民终字第38号民事判决：撤销一审判决。'
const stands = `${ofAppeal}最高人民法院判决：1.撤销上述判决；2.维持甲市人民法院(2012)京0105民初8号民事判决。`
const falls = `${stands}后又撤销甲市人民法院(2012)京0105民初8号民事判决。`
states(
  'a published judgment that tells of its appeal is none without one; an earlier appeal is of another case, and an ordinary judgment knows of none after it',
  [toldAfterwards(ofAppeal), 'appealed, result not recognised | false'],
  [toldAfterwards(stands), 'upheld | true'],
  [toldAfterwards(falls), 'appealed, result not recognised | false'],
  [toldAfterwards(''), 'first instance, no appeal held | true'],
  [toldAfterwards('另见（2012）乙民终字第38号民事判决。', 'ptal'), 'first instance, no appeal held | true'],
)
