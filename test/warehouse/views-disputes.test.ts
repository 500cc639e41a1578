import { insert, type Told, tellMore, toldOf, subject as us } from './litigation-world.ts'
import { asking, type Into, type Scene, stage, statement, telling } from './scenes.ts'

/* Which documents are one dispute, and what became of it. */

const states = stage()

const [first, appeal, enforcement] = ['(2023)京0105民初21号', '(2023)京03民终22号', '(2024)京0105执8号']
const them = '庚材料有限公司'

/** A document of a dispute between them and us; its number is its id. */
const decided = (number: string, on: string, outcome: string, plaintiff = them, defendant = us): Told =>
  toldOf([number, number, on, plaintiff, defendant, outcome])
const onlyListed = (document: Told): Told => ({ ...document, library: null })
const listed = (...document: Parameters<typeof decided>): Told => onlyListed(decided(...document))
const origin = (document: Told, number = first): Told => ({ ...document, origin: number })

const judged = (outcome: string) => decided(first, '2023-05-01', outcome)
const wonByUs = decided(first, '2023-05-01', 'granted', us, them)
const onAppeal = (outcome: string) => origin(decided(appeal, '2023-09-01', outcome))
const onOurAppeal = (outcome: string) => origin(decided(appeal, '2023-09-01', outcome, us, them))
const enforcedByUs = decided(enforcement, '2024-09-01', 'seized', us, them)

const likely = asking('family_key, likely_key', 'likely_joins')
const latest = asking('latest_subject_outcome', 'case_families')
const outcomeOf = asking('subject_outcome', 'subject_documents')

/** Has the texts of these numbers name another. */
const naming = (named: string, ...numbers: readonly string[]) =>
  `INSERT INTO case_references (library, case_id, number_key) SELECT library, case_id, '${named}' FROM cases
   WHERE case_number_key IN (${numbers.map((number) => `'${number}'`).join()})`
const likelyNaming = (named: string, number: string, ...documents: readonly Told[]): Scene => ({
  ...likely(),
  tell: async (into) => [await telling(...documents)(into), await into.run(naming(named, number))],
})

const became = asking('original_role, dispute_outcome', 'case_families')
states(
  'the result of a dispute is that of the decision in force: an appeal that upholds or is withdrawn leaves that of the first judgment, a reversal gives its own, what is remanded, or rejected on appeal, decides nothing',
  [became(judged('dismissed'), onAppeal('upheld')), ['defendant | won']],
  [became(judged('partly_granted'), onOurAppeal('upheld')), ['defendant | partly']],
  [became(judged('granted'), onOurAppeal('appeal_withdrawn')), ['defendant | lost']],
  [became(judged('granted'), onOurAppeal('reversed')), ['defendant | won']],
  [became(judged('granted'), onOurAppeal('remanded')), ['defendant | neutral']],
  [became(judged('granted'), onOurAppeal('set_aside')), ['defendant | neutral']],
)
states(
  'who won and enforces has won, whatever becomes of it; upheld where the first judgment is not held, who won is not known; by a list alone, nor who sued',
  became(wonByUs, origin(decided(enforcement, '2024-09-01', 'enforcement_refused', us, them))),
  'plaintiff | won',
  [became(onAppeal('upheld')), ['plaintiff | -']],
  [became(onlyListed(onAppeal('upheld'))), ['- | -']],
)

/** A judgment against us whose text decides this for each of our names. */
const deciding = (rule: string, ...results: readonly (string | null)[]): Scene => ({
  ...outcomeOf(),
  tell: async (into) => {
    await tellMore(into, judged('granted'), [])
    await into.run(`DELETE FROM case_parties WHERE case_id = '${first}' AND name_key = '${us}'`)
    for (const [index, result] of results.entries())
      await insert(into, 'case_parties', {
        ...{ case_id: first, library: 'ptal', ordinal: index + 3, name: us, name_key: us },
        ...{ side: 'defendant', result, result_rule: rule },
      })
  },
})
states(
  'what a text decides for us counts before what our side says, unless it says that by the side, or not the same of all our names',
  deciding,
  'named + won → won, side + won → lost, named + won + lost → -',
  [deciding('named', 'won', null), ['-']],
)

const reversedOrdering = (role: string): Scene => {
  const sum = { role, amount: '50.00', currency: 'CNY', is_ordered: true, payer_keys: [us], payee_keys: [] }
  return latest(onlyListed(onOurAppeal('reversed')), ['document_amounts', { document_id: appeal, ...sum }])
}
/** A listed appeal with this result. */
const resulting = (appealed: Told, result: string): Told => ({
  ...onlyListed(appealed),
  listed: { ...appealed.listed, result },
})

/** The appeal of a debtor beside us, reversed by a list that dismisses the suit of this one. */
const freedWith = (claimant: string): Scene => {
  const besides = { plaintiffs: ['丁担保有限公司'], defendants: [them, us] }
  const appealed = { ...onAppeal('reversed'), plaintiff: '丁担保有限公司', defendant: us, listed: besides }
  return latest(resulting(appealed, `一、撤销原判；二、驳回${claimant}的诉讼请求。`))
}
const refusing = (claimant: string): Scene => {
  const result = `一、撤销原判；二、${us}支付${them}295元；三、驳回${claimant}的其他诉讼请求。`
  return asking('original_role', 'case_families')(resulting(onOurAppeal('partly_reversed'), result))
}
states(
  'reversed on its own appeal it has won in part where it is to pay, court fees aside; on that of a debtor beside it, where the suit of the other appellee is dismissed; whose claims a list refuses beside what it grants is who sued',
  reversedOrdering,
  '款项 → partly, 案件受理费 → won',
  freedWith,
  `${them} → won, ${us} → lost`,
  refusing,
  `${them} → defendant, ${us} → plaintiff`,
)

states(
  'an appeal about jurisdiction likely follows the ruling on it, and no judgment',
  asking(
    'family_key, likely_key',
    'case_families',
    '1',
  )(
    listed(first, '2023-05-01', 'jurisdiction', us, them),
    listed('(2023)京01民辖终8号', '2023-09-01', 'jurisdiction'),
  ),
  `${first} | -; (2023)京01民辖终8号 | ${first}`,
)

const before = '(2023)京0105财保5号'
const held = listed(before, '2023-02-01', 'seized')
const suit = (number = first, on = '2023-05-01', plaintiff = them, defendant = us): Told =>
  decided(number, on, 'granted', plaintiff, defendant)
const [elsewhere, second] = [suit('(2023)京0106民初21号'), suit('(2023)京0105民初31号')]

const named = (...suits: readonly Told[]): Scene => ({
  sql: `SELECT family_key FROM case_families WHERE enterprise_id = 'e1' AND list_contains(case_numbers, '${before}')`,
  tell: async (into) => {
    await telling(held, ...suits)(into)
    await into.run(naming(before, ...suits.map(({ number }) => number)))
  },
})
states(
  'preservation before a suit likely belongs to the only suit after it of that court and between its parties, and for certain to the only one of its court whose text names it',
  [likely(held, suit()), [`${before} | ${first}`]],
  [likely(held, suit(first, '2023-01-01')), []],
  [likely(held, elsewhere), []],
  [likely(held, suit(first, '2023-05-01', us, them)), []],
  [likely(held, suit(), second), []],
  [named(suit()), [first]],
  [named(elsewhere), [before]],
  [named(suit(), second), [before]],
)

const twice = (document: Told) =>
  likely(document, enforcedByUs, [
    'document_parties',
    { document_id: document.id, side: 'third_party', name: us, name_key: us },
  ])
states(
  'an enforcement whose text names no judgment likely follows the one between its parties that closes the case, however often each is named',
  [likely(wonByUs, enforcedByUs), [`${enforcement} | ${first}`]],
  [likelyNaming('(2020)京0105民初9号', enforcement, wonByUs, enforcedByUs), []],
  [twice(wonByUs), [`${enforcement} | ${first}`]],
  [likely(decided(first, '2023-05-01', 'seized', us, them), enforcedByUs), []],
  [likely(decided(appeal, '2023-09-01', 'seized', us, them), enforcedByUs), []],
)

const reviewedAs = (number: string): Told => listed(number, '2024-03-01', 'objection_refused', us, them)
const endsAlone = listed(enforcement, '2024-05-01', 'enforcement_suspended', us, them)
states(
  'each of several objections likely is of the one judgment between its parties, else of the one enforcement, also before that ends',
  likely(wonByUs, reviewedAs('(2024)京0105执异6号'), reviewedAs('(2024)京0105执异7号')),
  `(2024)京0105执异6号 | ${first}; (2024)京0105执异7号 | ${first}`,
  likely(wonByUs, endsAlone, reviewedAs('(2024)京0105执异6号')),
  `${enforcement} | ${first}; (2024)京0105执异6号 | ${first}`,
  [likely(endsAlone, reviewedAs('(2024)京0105执异6号')), [`(2024)京0105执异6号 | ${enforcement}`]],
  likely(
    endsAlone,
    listed('(2024)京0105执9号', '2024-06-01', 'enforcement_suspended', us, them),
    reviewedAs('(2024)京0105执异6号'),
  ),
  '',
)

/** What follows a judgment against us that no document names. */
const followedBy = (...documents: readonly Told[]): Scene => {
  const sum = { role: '款项', amount: '5.00', currency: 'CNY', is_ordered: true, payer_keys: [us] }
  return asking('effectiveness', 'ordered_payments')({ ...judged('granted'), orders: [sum] }, ...documents)
}
const [likelyAppeal, likelyEnforced] = [
  (outcome: string) => listed(appeal, '2023-09-01', outcome, us, them),
  listed(enforcement, '2024-09-01', 'seized'),
]
states(
  'a judgment is likely upheld by an appeal that upholds, in force by an enforcement, and not known by another appeal, even if one is enforced',
  [followedBy(likelyAppeal('upheld'), likelyEnforced), ['upheld, as is likely']],
  [followedBy(likelyEnforced), ['in force, as is likely']],
  [followedBy(likelyAppeal('partly_reversed'), likelyEnforced), ['an appeal is likely of this case']],
)

/** A document whose text states this of the judgment. */
const stating = (word: string, number: string): Scene =>
  asking('family_key', 'case_families')(
    judged('granted'),
    decided(number, '2024-09-01', 'seized'),
    statement(word, first, { case_id: number, is_decided: false }),
  )
states(
  'a document that changes a judgment is of its dispute; one that states that it is in force only if it enforces',
  [stating('撤销', '(2024)京0105民初7号'), [first]],
  [stating('生效', enforcement), [first]],
  [stating('生效', '(2024)京0105民初7号'), [first, '(2024)京0105民初7号']],
  [stating('生效', '(2024)京0105执保7号'), [first, '(2024)京0105执保7号']],
)

const resumed = '(2025)京0105执恢8号'
const resumedByUs = decided(resumed, '2025-02-01', 'seized', us, them)
const endedBefore = decided(enforcement, '2024-02-01', 'enforcement_suspended', us, them)
states(
  'a resumed enforcement likely follows the judgment, whether it names the enforcement before or that is known to follow it',
  [likely(wonByUs, origin(resumedByUs, enforcement)), [`${enforcement} | ${first}`]],
  [likely(wonByUs, origin(endedBefore), resumedByUs), [`${resumed} | ${first}`]],
)

const onTheirAppeal = (outcome: string) => decided(appeal, '2023-09-01', outcome)
const enforced = decided(enforcement, '2024-02-01', 'seized', us, them)
states(
  'an enforcement likely follows an appeal of which no judgment below is listed, unless it sent the case back',
  [likely(onAppeal('upheld'), enforced), [`${enforcement} | ${first}`]],
  [likely(onTheirAppeal('upheld'), enforced), [`${enforcement} | ${appeal}`]],
  [likely(origin(onTheirAppeal('upheld'), '(2023)京0106民初21号'), enforced), []],
  [likely(onAppeal('remanded'), enforced), []],
  [likely(onAppeal('upheld'), wonByUs, enforced), [`${enforcement} | ${first}`]],
  // The appeal itself likely follows the judgment: both follow that one.
  likely(onlyListed(onTheirAppeal('upheld')), wonByUs, enforced),
  `${appeal} | ${first}; ${enforcement} | ${first}`,
)

const enforcing = (number: string): Told => origin(decided(enforcement, '2024-09-01', 'seized'), number)
const [unlistedAppeal, unlistedAgain] = ['(2023)京03民终99号', '(2023)京0105民初99号']
states(
  'an enforcement of an appeal that is not listed likely follows the judgment before it, and none that was sent back; one of what was decided again, and is not listed, likely follows what was sent back, and none that stands',
  [likely(judged('granted'), enforcing(unlistedAppeal)), [`${unlistedAppeal} | ${first}`]],
  [likely(judged('granted'), onOurAppeal('remanded'), enforcing(unlistedAppeal)), []],
  likely(judged('granted'), onOurAppeal('remanded'), enforcing(unlistedAgain)),
  `${unlistedAgain} | ${first}`,
  [likely(judged('granted'), enforcing(unlistedAgain)), []],
)

const order = '(2023)京0105民督9号'
const ordered = (outcome: string): Told => ({
  ...listed(order, '2023-02-01', outcome),
  listed: { cause: '申请支付令' },
})
states(
  'an enforcement likely carries out the payment order between its parties, and a suit follows one that lapsed',
  likely(ordered('payment_order'), listed(enforcement, '2024-02-01', 'seized')),
  `${enforcement} | ${order}`,
  [likely(ordered('ended'), judged('granted')), [`${order} | ${first}`]],
  [likely(ordered('payment_order'), judged('granted')), []],
)

const ended = listed('(2024)京0105执7号', '2024-02-01', 'enforcement_suspended')
const resumedOf = (judgment: string): Told => origin(decided(resumed, '2025-02-01', 'seized'), judgment)
states(
  'a resumed enforcement likely goes on with the one between its parties, also where it names a judgment that is not listed, unless that before it likely carries out one that is; the first enforcement of a judgment is likely, though one that is resumed names the judgment',
  [likely(ended, listed(resumed, '2025-02-01', 'seized')), [`${resumed} | (2024)京0105执7号`]],
  [likely(ended, listed(resumed, '2025-02-01', 'seized', '辛餐饮有限公司')), []],
  [likely(ended, origin(decided(resumed, '2025-02-01', 'seized'), '(2024)京0105执9号')), []],
  [likely(ended, listed('(2025)京0105执8号', '2025-02-01', 'seized')), []],
  [likely(ended, resumedOf(unlistedAgain)), [`${unlistedAgain} | (2024)京0105执7号`]],
  [likely(ended, judged('granted'), resumedOf(unlistedAgain)), [`(2024)京0105执7号 | ${first}`]],
  likely(ended, judged('granted'), resumedOf(first)),
  `(2024)京0105执7号 | ${first}`,
)

const entry = { number: '(2023)京0105执8号', amount: '120.50', filed_on: '2023-09-01' }
const orders = [100, 20.5].map((amount) => ({ role: '款项', amount, currency: 'CNY', is_ordered: true }))
const entered = (changed: Partial<typeof entry> = {}, ...more: readonly Told[]): Scene => {
  const { number, ...rest } = { ...entry, ...changed }
  const of = { case_number: number, case_number_key: number }
  return likely(...[judged('granted'), ...more].map((one) => ({ ...one, orders })), [
    'enterprise_risks',
    { enterprise_id: 'e1', kind: '被执行人', currency: 'CNY', ...rest, ...of },
  ])
}
states(
  'an enforcement that is only entered likely carries out the only judgment of its court over that sum',
  [entered(), [`${entry.number} | ${first}`]],
  [entered({ amount: '120.00' }), []],
  [entered({ number: '(2023)京0106执8号' }), []],
  [entered({ filed_on: '2023-05-01' }), []],
  [entered({ filed_on: '2027-05-01' }), [`${entry.number} | ${first}`]],
  [entered({ filed_on: '2027-05-02' }), []],
  [entered({}, suit('(2023)京0105民初29号', '2023-06-01')), []],
  [entered({}, origin(decided('(2023)京0105执9号', '2023-08-01', 'seized'))), []],
  [entered({}, origin(decided(resumed, '2025-02-01', 'seized'))), [`${entry.number} | ${first}`]],
)

const retrial = '(2024)京民再7号'
states(
  'a dispute reaches from the case that resumes its enforcement back to its first, each of which names only the one before',
  asking('family_key, documents', 'case_families')(
    wonByUs,
    onAppeal('upheld'),
    origin(decided(retrial, '2024-03-01', 'upheld'), appeal),
    origin(enforcedByUs, retrial),
    origin(resumedByUs, enforcement),
  ),
  `${first} | 5`,
)

const [sixth, seventh] = ['(2024)京0105执6号', '(2024)京0105执7号']
const counted = (earlier: readonly string[], on = '2024-02-01'): Scene => ({
  sql: `SELECT case_key, is_counted, resumed_by,
    (SELECT string_agg(detail) FROM open_questions WHERE enterprise_id = 'e1' AND question = 'resumption')
    FROM enforcement_cases WHERE enterprise_id = 'e1' AND case_key >= '(2024)' ORDER BY 1`,
  tell: telling(
    judged('granted'),
    ...earlier.map((number) => decided(number, on, 'enforcement_suspended')),
    decided(resumed, '2025-02-01', 'enforcement_suspended'),
  ),
})
const asked = `${sixth} → ${resumed}`
states(
  'a resumed enforcement that names no case likely goes on with the one of its dispute, and with none of two',
  [counted([sixth]), [`${sixth} | false | ${resumed} | ${asked}`, `${resumed} | true | - | ${asked}`]],
  [counted([sixth], '2025-02-01'), [`${sixth} | true | - | -`, `${resumed} | true | - | -`]],
  counted([sixth, seventh]),
  `${sixth} | true | - | -; ${seventh} | true | - | -; ${resumed} | true | - | -`,
)

const again = '(2024)京0105民初9号'
const sentBack = (outcome: 'remanded' | 'upheld', on = '2024-02-01', ...more: readonly Told[]): Scene => ({
  sql: `SELECT family_key, likely_key, (SELECT is_open FROM litigation_cases WHERE enterprise_id = 'e1' AND case_key = '${appeal}')
    FROM likely_joins WHERE enterprise_id = 'e1' ORDER BY 1`,
  tell: telling(wonByUs, onAppeal(outcome), suit(again, on, us, them), ...more),
})
states(
  'a judgment likely decides again what was sent back between the same parties before it, and no judgment that stands',
  [sentBack('remanded'), [`${again} | ${first} | -`]],
  [sentBack('remanded', '2023-08-01'), []],
  [sentBack('upheld'), []],
  [likely(wonByUs, onAppeal('remanded'), { ...enforcedByUs, outcome: 'enforcement_suspended' }), []],
  sentBack('remanded', '2024-02-01', decided('(2024)京0105执10号', '2024-05-01', 'seized', us, them)),
  `(2024)京0105执10号 | ${again} | -; ${again} | ${first} | -`,
)

const receiving = '(2024)沪0101民初9号'
const movedOn = (outcome: string, number = receiving, ...more: readonly Told[]): Scene => ({
  sql: `SELECT family_key, likely_key, (SELECT is_open FROM litigation_cases WHERE enterprise_id = 'e1' AND case_key = '${first}')
    FROM likely_joins WHERE enterprise_id = 'e1' ORDER BY 1`,
  tell: telling(judged(outcome), decided(number, '2023-09-01', 'granted'), ...more),
})
states(
  'a judgment of another court likely decides the suit that was moved between the same parties before it, unless two courts do',
  [movedOn('transferred'), [`${receiving} | ${first} | -`]],
  [movedOn('dismissed'), []],
  [movedOn('transferred', again), []],
  [movedOn('transferred', receiving, decided('(2024)粤0101民初9号', '2023-10-01', 'granted')), []],
)

const published = { ...onAppeal('upheld'), library: 'qwal' } as const
const withoutSides = async (into: Into) => {
  await tellMore(into, published, [])
  await into.run(`UPDATE case_parties SET side = NULL WHERE case_id = '${appeal}'`)
}
states(
  'upheld in a published case that names no position of a party, nobody has won or lost',
  [{ ...asking('dispute_outcome', 'case_families')(), tell: withoutSides }, ['-']],
  [{ ...outcomeOf(), tell: withoutSides }, ['-']],
  [outcomeOf(published), ['won']],
)
