import { kindsOf, sentencesOf, type Words } from './text.ts'

/** What a decision means for one party. `neutral`: it settles nothing between the parties. */
export type OutcomeResult = 'won' | 'lost' | 'partly' | 'neutral'

/** On which side of this instance a party stands: who brings it, who answers it, or neither. */
export type Side = 'plaintiff' | 'defendant' | 'third_party'

/**
 * Every outcome that the rules of outcome-rules.ts give, by what it means for who brings this instance, on appeal the appellant, and for who
 * answers it. `open`: that does not follow; a correction changes nothing, and a suit rejected on appeal may have been lost by either who
 * appealed. Who answers a petition for retrial that is refused has asked for nothing. Source: docs/decisions.md, Outcomes.
 */
const table = {
  open: 'correction set_aside',
  'won lost': 'reversed granted payment_order application_granted',
  'lost won': 'upheld dismissed application_refused enforcement_refused',
  'partly partly': 'partly_reversed partly_granted',
  'lost neutral': 'retrial_refused',
  'neutral lost': 'convicted',
  'neutral won': 'acquitted',
  'neutral neutral': `withdrawn appeal_withdrawn application_withdrawn rejected inadmissible transferred jurisdiction
seizure_lifted seized property_transferred enforcement_suspended enforcement_ended remanded mediated retrial_ordered
bankruptcy_accepted bankruptcy_refused bankruptcy_ended bankruptcy_step ended stayed objection_refused objection_upheld
enforcement_ordered party_changed listed_dishonest consumption_restricted fined procedural`,
} as const

export type Outcome = Words<(typeof table)[keyof typeof table]>

/** What each outcome means for either side of this instance. A third party is in no row: what a decision means for it does not follow. */
export const outcomeForSide = Object.fromEntries(
  Object.entries(table).flatMap(([means, names]) => {
    const [plaintiff, defendant] = means === 'open' ? [null, null] : means.split(' ')
    return names.split(/\s/).map((name) => [name, { plaintiff, defendant }])
  }),
) as Readonly<Record<Outcome, Readonly<Record<'plaintiff' | 'defendant', OutcomeResult | null>>>>

export const outcomeNames = Object.keys(outcomeForSide) as readonly Outcome[]

/** Why a suit stands still, each by the words of the law for it. Source: Civil Procedure Law (2023), article 153; Enterprise Bankruptcy Law, article 20. */
const STAY_GROUNDS = {
  other_case:
    /[以需待须][^。]{0,60}(?:案|号)[^。]{0,40}(?:结果|结论)[^。]{0,8}依据|另一?案[^。]{0,20}(?:尚未|未)审结/,
  bankruptcy: /受理[^。；]{0,40}(?:破产|重整|清算)/,
  death: /死亡[^。]{0,60}继承/,
  capacity: /丧失[^，。；]{0,6}行为能力/,
  dissolved: /终止[^。；]{0,20}权利义务承受人/,
  force_majeure: /不可抗(?:拒|力)/,
} as const
export type StayGround = keyof typeof STAY_GROUNDS

/** The ground of a stay by the sentences of its court; null where they name none, or several. */
export function stayGround(content: string): StayGround | null {
  const said = sentencesOf({ offset: 0, text: content }).filter(({ text }) => !/《|[诉辩]称|请求/.test(text))
  const grounds = kindsOf(STAY_GROUNDS).filter((one) => said.some(({ text }) => STAY_GROUNDS[one].test(text)))
  return (grounds.length > 1 ? null : grounds[0]) ?? null
}
