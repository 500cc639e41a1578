import { z } from 'zod'
import type { Dossier, Sum } from '../dossier.ts'
import { between, type Part } from '../html.ts'
import { query } from '../rows.ts'
import { likelyDisputes } from './families.ts'

/* What sums are for, and what the text of a document says beside what it decides, in a few words of page one. */

/** That a payment order ended on an objection which the court upheld, and that an enforcement was settled by instalments. */
export const narrated = query(
  { document_id: z.string(), is_objected: z.boolean(), is_by_instalments: z.boolean() },
  (among) => `
    SELECT s.enterprise_id, s.document_id, contains(s.case_key, '民督') AND regexp_matches(content, '(审查|认为)[^。；]{0,24}异议(理由)?成立[。；，]') AS is_objected,
      s.outcome = 'enforcement_ended' AND regexp_matches(content, '和解[^。；]{0,60}分期') AS is_by_instalments
    FROM (SELECT enterprise_id, document_id, library, case_id, case_key, outcome FROM subject_documents
      WHERE ${among} AND (outcome = 'enforcement_ended' OR (outcome = 'ended' AND contains(case_key, '民督')))) AS s
    JOIN (SELECT library, case_id, content FROM cases WHERE content IS NOT NULL) AS c USING (library, case_id) ORDER BY ALL`,
)

/** Items that refuse the claim against the enterprise: 驳回原告对被告甲公司的诉讼请求, 甲公司不承担保证责任. */
export const freeing = query(
  { family_key: z.string(), evidence: z.string() },
  (among) => `
    SELECT DISTINCT s.enterprise_id, s.family_key, p.result_evidence AS evidence
    FROM (SELECT enterprise_id, family_key, library, case_id FROM subject_documents WHERE ${among}) AS s
    JOIN case_parties AS p USING (library, case_id)
    JOIN (SELECT enterprise_id, name FROM current_names) AS n ON n.enterprise_id = s.enterprise_id AND n.name = p.name
    WHERE p.result_rule = 'refused against it' AND p.result_evidence IS NOT NULL ORDER BY ALL`,
)

/** How the claim against it was refused in a dispute: that it is not liable, or that the claim was dismissed. */
export function freedText({ words, held, ...dossier }: Dossier, dispute: string): Part {
  const disputeOf = likelyDisputes({ words, held, ...dossier })
  const found = held.rows(freeing).filter(({ family_key }) => disputeOf(family_key) === dispute)
  const { brief: say } = words
  if (found.some(({ evidence }) => /不(?:予|应|再)?承担[^，。；]{0,6}(?:保证|担保)/.test(evidence)))
    return say.freed.guarantor
  if (found.some(({ evidence }) => /不(?:予|应|再)?承担/.test(evidence))) return say.freed.liable
  return found.length > 0 && say.freed.dismissed
}

/** What sums are for, as their sentences call it; where they have no such word, that they are wages. */
export function naturesText({ words }: Dossier, sums: readonly Sum[]): Part {
  const { brief: say, standing, inBrackets } = words
  const names = Object.keys(say.natures) as (keyof typeof say.natures)[]
  const called = sums.flatMap(({ row: { evidence, amount_role: role } }): string[] => {
    const found = names.filter((name) => new RegExp(`${name}(?:人民币)?\\s?[\\d一-十]`).test(evidence ?? ''))
    const longest = found.filter((name) => !found.some((other) => other !== name && other.endsWith(name)))
    return longest.length > 0
      ? longest.map((name) => say.natures[name])
      : role === '劳动报酬'
        ? [say.wages]
        : []
  })
  return called.length > 0 && between(inBrackets, [[...new Set(called)].join(standing.list)])
}
