import type { Words } from '../words.ts'

/** What values of the warehouse are called, in English. */
export const values: Pick<
  Words,
  | 'role'
  | 'stage'
  | 'result'
  | 'outcome'
  | 'verdict'
  | 'stop'
  | 'status'
  | 'operation'
  | 'callOutcome'
  | 'effectiveness'
  | 'uncounted'
  | 'nameKind'
> = {
  role: {
    plaintiff: 'plaintiff side',
    defendant: 'defendant side',
    third_party: 'third party',
    unknown: 'side not stated',
  },
  stage: {
    'first instance': 'first instance',
    appeal: 'appeal',
    retrial: 'retrial',
    enforcement: 'enforcement',
    other: 'other',
  },
  result: { won: 'won', lost: 'lost', partly: 'won in part', neutral: 'neither', unknown: 'not recognised' },
  outcome: {
    correction: 'corrected',
    withdrawn: 'suit withdrawn',
    appeal_withdrawn: 'appeal withdrawn',
    application_withdrawn: 'application withdrawn',
    rejected: 'suit rejected',
    inadmissible: 'not accepted',
    transferred: 'transferred',
    jurisdiction: 'jurisdiction',
    seizure_lifted: 'seizure lifted',
    seized: 'seized or frozen',
    enforcement_suspended: 'this enforcement ended',
    enforcement_ended: 'enforcement ended',
    set_aside: 'set aside',
    upheld: 'upheld',
    reversed: 'reversed',
    partly_reversed: 'reversed in part',
    remanded: 'remanded',
    dismissed: 'claims dismissed',
    partly_granted: 'granted in part',
    granted: 'granted',
    mediated: 'mediated',
    retrial_refused: 'retrial refused',
    retrial_ordered: 'retrial ordered',
    bankruptcy_accepted: 'bankruptcy accepted',
    bankruptcy_refused: 'bankruptcy not accepted',
    bankruptcy_ended: 'bankruptcy ended',
    bankruptcy_step: 'step in bankruptcy',
    payment_order: 'payment order',
    ended: 'proceedings ended',
    stayed: 'stayed',
    objection_refused: 'objection refused',
    objection_upheld: 'objection upheld',
    application_refused: 'application refused',
    application_granted: 'application granted',
    enforcement_ordered: 'enforcement ordered',
    enforcement_refused: 'enforcement refused',
    party_changed: 'party changed',
    listed_dishonest: 'listed as dishonest',
    consumption_restricted: 'consumption restricted',
    fined: 'fined or detained',
    convicted: 'convicted',
    acquitted: 'acquitted',
    procedural: 'procedural',
    unknown: 'not recognised',
  },
  verdict: {
    complete: 'complete: all pages declare one total, and that many documents were listed',
    unchanged: 'unchanged: first page and total are those of the last complete scan',
    incomplete: 'incomplete',
    unstable: 'unstable: the list changed while it was read',
    not_found: 'the service knows no such enterprise',
    unscanned: 'not scanned in this run',
  },
  stop: {
    budget: 'the budget was used up before the run was done',
    stopped: 'the run was stopped',
    blocked: 'the run was blocked until somebody acts',
    failed: 'the run failed',
    unauthorised: 'the service refused the key of the run',
    running: 'the run has not ended yet',
    abandoned: 'the run was given up',
  },
  status: {
    matched: 'matched',
    ambiguous: 'ambiguous',
    not_found: 'no such enterprise found',
    pending: 'not asked yet',
    forgotten: 'forgotten, not asked',
  },
  operation: {
    rh_enterpriseSearch: 'enterprise search',
    rh_company_info: 'enterprise details',
    rh_enterpriseWritList: 'litigation list',
    rh_case_details: 'full texts',
    rh_ft_search: 'statute search',
    case_vector_search: 'similar cases',
  },
  callOutcome: {
    hit: 'found',
    empty: 'nothing',
    rejected: 'refused',
    failed: 'failed',
    unauthorised: 'unauthorised',
    forgotten: 'forgotten',
  },
  effectiveness: {
    final: 'final (appeal, retrial, mediation, payment order)',
    upheld: 'upheld',
    superseded: 'superseded',
    'partly superseded': 'partly superseded',
    'first instance, no appeal held': 'first instance, no appeal held',
    'appealed, result not recognised': 'appealed, result not recognised',
    'not known': 'not known',
  },
  uncounted: {},
  nameKind: { current: 'current', former: 'former', short: 'short' },
}
