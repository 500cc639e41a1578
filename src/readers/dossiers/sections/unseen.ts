import { labourDisputes } from '../../../rows/words/code-words.ts'
import type { Dossier, Listed } from '../dossier.ts'
import { between, type Html, html, type Part } from '../html.ts'
import { wordFor } from '../words/words.ts'
import { finedIn, sidesById } from './decided.ts'
import { casesEnforced, isEnforcement, owedOf } from './enforcement.ts'
import { caseFamilies, type FamilyRow, lastDecided, lifeOf, livesOf, standingIn } from './lives.ts'
import { penaltyText, remarkOf, remarks } from './natures.ts'
import { firstOf, said } from './phrases.ts'

/* What may stand against the enterprise though no document held is of it. */

const ofLabour = new RegExp(labourDisputes)
const isOfLabour = (life: readonly Listed[]): boolean =>
  life.some(({ row: { cause, title } }) => ofLabour.test(cause ?? title ?? ''))

/** How a labour suit that the employer brought ended unheard, of which no other document is held: the award that it was about may then take effect. */
function leavesAward(dossier: Dossier, { family_key: family, original_role: role }: FamilyRow) {
  const life = lifeOf(dossier, family)
  const isOfFirst = life.every(({ row }) => row.stage === 'first instance')
  const outcome = life.findLast(({ row }) => row.outcome !== null)?.row.outcome
  const how = (['withdrawn', 'rejected'] as const).find((one) => one === outcome)
  return role === 'plaintiff' && isOfFirst && isOfLabour(life) ? how : undefined
}

/** What a special procedure (民特) leaves standing against the enterprise, where nothing else of the dispute is held: an award that it asked to set aside, or the sale of what secures a debt. */
function leftBySpecial(dossier: Dossier, { family_key: family }: FamilyRow) {
  const life = lifeOf(dossier, family)
  const last = life.findLast(({ row }) => row.outcome !== null)?.row
  if (last === undefined || !life.every(({ row }) => /民特\d/.test(row.case_key))) return undefined
  const { role, outcome, evidence, cause, title } = last
  const matter = `${cause ?? ''} ${title ?? ''}`
  const isSale =
    /拍卖|变卖|优先受偿/.test(evidence ?? '') || (outcome !== 'seized' && matter.includes('担保物权'))
  if (role === 'defendant' && /^(?:application_granted|partly_granted|seized)$/.test(outcome ?? ''))
    return isSale ? 'sale' : undefined
  const isOfAward = /撤销[^。；]*裁决/.test(`${matter} ${evidence ?? ''}`)
  const stands = role === 'plaintiff' && /^application_(?:refused|withdrawn)$/.test(outcome ?? '')
  return stands && isOfAward ? 'award' : undefined
}

/** A mediation agreement that a court confirmed, which may be enforced and which no reader reads: Civil Procedure Law, article 206. */
function agreementIn(dossier: Dossier, { family_key: family }: FamilyRow) {
  const life = lifeOf(dossier, family)
  const isConfirmed = life.every(
    ({ row: { case_key, outcome, cause, title, evidence } }) =>
      /(?:民特|调确)\d/.test(case_key) &&
      outcome === 'application_granted' &&
      /(?:调解|司法确认).*协议|协议.*(?:调解|司法确认)/.test(
        `${cause ?? ''} ${title ?? ''} ${evidence ?? ''}`,
      ),
  )
  return life.length > 0 && isConfirmed ? 'agreement' : undefined
}

/** A suit against being added as a debtor that the enterprise lost: the ruling behind it stands (Fa Shi [2020] No. 21, articles 32 and 33). */
function additionIn(dossier: Dossier, { family_key: family }: FamilyRow) {
  const life = lifeOf(dossier, family)
  const first = life.find(({ row }) => row.stage === 'first instance')?.row
  const last = lastDecided(life)?.row
  const isOfIt =
    first !== undefined && remarkOf(dossier, first.document_id, 'contests_addition') !== undefined
  const isLost = ['dismissed', 'rejected', 'withdrawn'].some((one) => one === last?.outcome)
  return isOfIt && isLost ? 'addition' : undefined
}

/** An arbitration that a preservation of the last three years secures, of which nothing else is seen: neither a suit nor an enforcement of the same applicant. */
function arbitrationIn(dossier: Dossier, { family_key: family, last_on: on }: FamilyRow) {
  const life = lifeOf(dossier, family)
  const isRecent = Number(on?.slice(0, 4) ?? 0) >= dossier.settings.madeAt.getUTCFullYear() - 3
  const isAlone = life.every(({ row }) => row.stage === 'other' && row.outcome !== 'seizure_lifted')
  const isOfIt = (): boolean =>
    life.some(({ row }) => remarkOf(dossier, row.document_id, 'arbitration') !== undefined)
  // For few: to look for what follows it takes all documents.
  return isRecent && isAlone && isOfIt() && !isFollowed(dossier, life, on ?? '') ? 'arbitration' : undefined
}

/** Whether a suit or an enforcement of the same applicants is seen from that day on. */
function isFollowed(dossier: Dossier, life: readonly Listed[], since: string): boolean {
  const applicants = ({ row }: Listed) => sidesById(dossier).get(row.document_id)?.plaintiffs ?? []
  const own = new Set(life.flatMap(applicants))
  return dossier.documents.some(
    (one) =>
      !life.includes(one) &&
      (one.row.decided_on ?? '') >= since &&
      (one.row.stage === 'first instance' || one.row.stage === 'enforcement') &&
      applicants(one).some((name) => own.has(name)),
  )
}

/** Remarks of documents of disputes in which no enforcement is listed that has it on this side. */
function remarksOfUnlisted(dossier: Dossier, side: 'defendant' | 'plaintiff') {
  const { rowsOf, disputeOf } = dossier
  const enforced = casesEnforced(dossier).filter((one) => one.row.role === side && isEnforcement(one))
  const known = new Set(enforced.map(({ row }) => disputeOf(row.family_key)))
  return rowsOf(remarks).filter(({ family_key: key }) => key !== null && !known.has(disputeOf(key)))
}

/** A sentence with the documents of such remarks, where no enforcement of their dispute is listed in which it is on the same side. */
export function ofUnlisted(dossier: Dossier, side: 'defendant' | 'plaintiff') {
  const { words, show, listed, linkTo, inBrackets, sumText } = dossier
  const found = remarksOfUnlisted(dossier, side)
  /** How the case stands that a branch of it is the debtor of. */
  const stateOf = (key: string): readonly Part[] => {
    const row = casesEnforced(dossier).find((one) => isEnforcement(one) && one.row.case_key === key)?.row
    const amount = row === undefined ? null : owedOf(row)
    return [
      row !== undefined && wordFor(words.enforcementState, row.state),
      amount !== null && sumText({ amount, currency: row?.currency ?? null }),
    ]
  }
  return (text: string, kinds: readonly string[], but: readonly string[] = []): Part => {
    const idsOf = (names: readonly string[]) =>
      new Set(found.flatMap(({ kind, document_id: id }) => (names.includes(kind) ? id : [])))
    const left = idsOf(but)
    const documents = listed([...idsOf(kinds)].filter((id) => !left.has(id))).map(
      ({ row }) =>
        html`${show(row.case_number, 'label')}${inBrackets([row.decided_on ?? false, ...stateOf(row.case_key)])}${finedIn(dossier, row.document_id) || penaltyText(dossier, (one) => one.document_id === row.document_id)} ${linkTo(row.document_id)}`,
    )
    return documents.length > 0 && between(text, [firstOf(documents, words.standing.list)])
  }
}

/** Rulings that let an authority enforce what it decided on it, or that make it the debtor of an enforcement, and reviews in which it is one, and enforcements of a branch: where no enforcement of their dispute is listed against it. */
export function enforcedUnlisted(dossier: Dossier): Html[] {
  const { say } = dossier
  const sentence = ofUnlisted(dossier, 'defendant')
  return said([
    sentence(say.grantedToAuthority, ['granted_to_authority']),
    sentence(say.addedAsDebtor, ['added_as_debtor']),
    sentence(say.debtorInReview, ['debtor_in_review'], ['added_as_debtor']),
    sentence(say.branchEnforced, ['branch_enforced']),
  ]) as Html[]
}

/** Disputes in which another took its place as the creditor. */
export const soldClaims = ({ rowsOf, disputeOf }: Dossier): ReadonlySet<string> =>
  new Set(
    rowsOf(remarks).flatMap(({ kind, family_key: key }) =>
      kind === 'replaced_as_creditor' && key !== null ? disputeOf(key) : [],
    ),
  )

/** Whether it, or a branch of it, is the debtor of an enforcement that is not listed against it. */
export const isDebtorOfUnlisted = (dossier: Dossier, ...kinds: readonly string[]): boolean =>
  remarksOfUnlisted(dossier, 'defendant').some(({ kind }) => kinds.includes(kind))

/** What may stand against the enterprise that no document held is of, by what leaves it. */
export const unseenIn = (dossier: Dossier, family: FamilyRow) =>
  leavesAward(dossier, family) ??
  leftBySpecial(dossier, family) ??
  agreementIn(dossier, family) ??
  additionIn(dossier, family) ??
  arbitrationIn(dossier, family)

/** Whether a court confirmed an agreement of it whose sum no reader reads. */
export const hasUnseenAgreement = (dossier: Dossier): boolean =>
  dossier.rowsOf(caseFamilies).some((family) => agreementIn(dossier, family) !== undefined)

/** Whether all that is held of a dispute is that others asked to add it as a debtor, and that this was refused or taken back, or undone by its suit. */
export function isFreedFromAddition(dossier: Dossier, dispute: string): boolean {
  const life = livesOf(dossier).get(dispute) ?? []
  const ids = new Set(life.map(({ row }) => row.document_id))
  const kinds = dossier.rowsOf(remarks).flatMap(({ document_id: id, kind }) => (ids.has(id) ? kind : []))
  const isDebtor = kinds.includes('debtor_in_review') || kinds.includes('added_as_debtor')
  const last = lastDecided(life)?.row
  return (
    !isDebtor &&
    life.every(({ row }) => /执[异复监]/.test(row.case_key)) &&
    (kinds.includes('addition_undone') ||
      (life.some(({ row }) => /追加|变更/.test(row.evidence ?? '')) &&
        (last?.outcome === 'application_refused' ||
          ((last?.outcome === 'reversed' || last?.outcome === 'set_aside') &&
            life.some(({ row }) => row.outcome === 'party_changed')))))
  )
}

/** Whether an appeal or a retrial that stands refuses the claim against it. */
export const isFreedLater = (dossier: Dossier, dispute: string): boolean => {
  const standing = standingIn(dossier, dispute, 'part')
  return (livesOf(dossier).get(dispute) ?? []).some(
    ({ row: { document_id: id, stage } }) =>
      (stage === 'appeal' || stage === 'retrial') &&
      standing.has(id) &&
      remarkOf(dossier, id, 'refused_against_it') !== undefined,
  )
}

/** Suits that the law of bankruptcy knows: in these the bankrupt is sued, or a creditor whose claim another contests; in those it sues. Source: 民事案件案由规定, part 8, 与破产有关的纠纷. */
const [againstDebtor, byDebtor] = [
  /破产债权确认|取回权|别除权/,
  /对外追收债权|追收未缴出资|追收抽逃出资|追收非正常收入|损害债务人利益赔偿/,
]

/** Documents by which the enterprise may be bankrupt, though none of a bankruptcy was read as one: such suits, and what names its administrator. */
export const signsOfBankruptcy = (dossier: Dossier): Listed[] =>
  dossier.documents.filter(({ row: { cause, document_id, original_role, role } }) => {
    const side = original_role ?? role
    const isOfBankrupt =
      (side === 'defendant' && againstDebtor.test(cause ?? '') && !isOtherBankrupt(dossier, document_id)) ||
      (side === 'plaintiff' && byDebtor.test(cause ?? ''))
    return isOfBankrupt || remarkOf(dossier, document_id, 'administrator') !== undefined
  })

/** Whether another party of the suit has an administrator: who is sued is a creditor then, or holds what is claimed back (Fa Shi [2019] No. 3, article 9). */
const isOtherBankrupt = (dossier: Dossier, document: string): boolean =>
  remarkOf(dossier, document, 'other_administrator') !== undefined

const ofAwards = ['award', 'withdrawn', 'rejected'] as const

/** Whether an award of labour arbitration may stand against it that is not seen. */
export const hasUnseenAward = (dossier: Dossier): boolean =>
  dossier.rowsOf(caseFamilies).some((family) => {
    const unseen = unseenIn(dossier, family)
    const life = lifeOf(dossier, family.family_key)
    return ofAwards.some((one) => one === unseen) && isOfLabour(life)
  })
