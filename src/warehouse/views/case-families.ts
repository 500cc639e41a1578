import { literals } from '../../contract/sql.ts'
import { codeWords } from '../../words/code-words.ts'
import { bigint, coded, codedList, date, labels } from '../column.ts'
import type { View } from '../table.ts'
import * as columns from './subject-columns.ts'
import { stages } from './subject-sql.ts'

const rank = `CASE stage ${stages.map((name, index) => `WHEN '${name}' THEN ${index}`).join(' ')} END`

/**
 * Which document of a dispute is the later: by date, of one date by stage (other: before all), of one stage by a hash of
 * its id, so that it is the same every time.
 */
const position = `(((coalesce(decided_on, DATE '0001-01-01') - DATE '0001-01-01')::BIGINT << 36)
  | (CASE WHEN stage = 'other' THEN 0 ELSE 1 + ${rank} END::BIGINT << 32) | (hash(document_id) >> 32)::BIGINT)`

/** Every set of stages as a list, by a number of which each stage is one bit. */
const sets = Array.from({ length: 2 ** stages.length }, (_, bits) => {
  const names = stages.filter((_, index) => bits & (1 << index))
  return `(${bits}, [${literals(names)}]::VARCHAR[])`
})

export const caseFamilies: View = {
  term: '案件族',
  meaning: 'disputes of an enterprise: first instance, appeal, retrial and enforcement under one key',
  columns: {
    enterprise_id: columns.enterpriseId,
    family_key: columns.familyKey,
    documents: bigint('文书数', 'derived', 'listed documents of the dispute', '1'),
    cases: bigint(
      '案件数',
      'derived',
      'distinct case numbers; a document without a readable one is a case',
      '1',
    ),
    stages: codedList(codeWords.stage)(
      '审判阶段',
      'derived',
      'stages that its documents belong to, in their order',
      '["first instance"]',
    ),
    latest_stage: coded(codeWords.stage)(
      '最近阶段',
      'derived',
      'stage of the last document',
      'first instance',
    ),
    latest_outcome: coded(codeWords.outcome)(
      '最近结案方式',
      'derived',
      'outcome of the last document that has one',
      'partly_granted',
    ),
    latest_subject_outcome: coded(codeWords.result)(
      '最近对主体的结果',
      'derived',
      'what the last such document means for it',
      'partly',
    ),
    first_on: date('最早日期', 'derived', 'date of the first document', '2023-09-18'),
    last_on: date('最近日期', 'derived', 'date of the last document', '2023-09-18'),
    case_numbers: labels('案号', 'derived', 'distinct number keys, sorted', '["(2023)京0108民初1024号"]'),
  },
  sql: `
    SELECT f.enterprise_id, f.family_key, f.documents, f.unnumbered + len(f.case_numbers) AS cases, s.names AS stages,
      f.latest_stage, f.latest_outcome, f.latest_subject_outcome, f.first_on, f.last_on, f.case_numbers
    FROM (
      SELECT enterprise_id, family_key, count(*) AS documents,
        count(*) FILTER (case_number_key IS NULL) AS unnumbered, bit_or(1 << ${rank})::INTEGER AS bits,
        arg_max(stage, position) AS latest_stage, arg_max(outcome, position) AS latest_outcome,
        arg_max(subject_outcome, position) AS latest_subject_outcome,
        min(decided_on) AS first_on, max(decided_on) AS last_on, list(case_number_key) AS numbers,
        CASE WHEN documents > 1 THEN list_sort(list_distinct(numbers)) WHEN numbers[1] IS NULL THEN [] ELSE numbers END
          AS case_numbers
      FROM (SELECT *, ${position} AS position FROM subject_documents)
      GROUP BY ALL) AS f
    JOIN (VALUES ${sets.join(', ')}) AS s(bits, names) ON s.bits = f.bits`,
}
