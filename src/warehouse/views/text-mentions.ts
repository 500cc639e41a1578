import { coded, date, text, type View } from '../../rows/tables/table.ts'
import { codeWords } from '../../rows/words/code-words.ts'
import * as columns from './subject-columns.ts'
import { subjectNames } from './subject-sql.ts'

/** Words that a sentence is about. */
const words = {
  dishonest: '失信',
  restricted: '限制[^。；，]{0,12}消费|限高',
  closed: '(?:停止|停业|歇业|已?无人|不再|未在[^，。；]{0,12})(?:经营|办公)|停业|歇业|人去楼空',
} as const

/** The address that a court went to. */
const place = '住所|注册地|登记地|经营地|经营场所|地址|现场|实地'

/** In what way a sentence names a mark, the first that fits; what it only names may also be of another. */
const mannerOf = `CASE
  WHEN matter = 'closed' THEN 'found'
  WHEN regexp_matches(evidence, '不予?(?:准许|支持|纳入|采取)|未予|不符合|未(?:将|对|被|采取)|暂不|暂缓') THEN 'refused'
  WHEN regexp_matches(evidence, '《|规定[，,：:]|“') THEN 'quoted'
  WHEN regexp_matches(evidence, '称[^，。；]*(?:早?已|系|被)') THEN 'asserted'
  WHEN regexp_matches(evidence, '可(?:以|再次|再|依法)?(?:申请|请求|将|对)|告知|逾期|如|将(?:依法|会|被)') THEN 'warned'
  WHEN regexp_matches(evidence, '(?:申请|请求|要求|诉请)[^人执，。；]{0,4}(?:将|对|把|法院|本院|依法|采取|纳入)') THEN 'asked'
  ELSE 'named' END`

const sentencesWith = ([matter, pattern]: readonly [string, string]): string =>
  `SELECT * EXCLUDE (content), '${matter}' AS matter, unnest(regexp_extract_all(content, '[^。；\\n]*(?:${pattern})[^。；\\n]*')) AS evidence FROM texts`

/** Texts of enterprises in which they owe or may owe. */
const texts = `
  SELECT d.enterprise_id, d.document_id, d.library, d.case_id, d.case_key, d.family_key, d.stage, d.decided_on, c.content
  FROM subject_documents AS d JOIN cases AS c ON c.library = d.library AND c.case_id = d.case_id
  WHERE coalesce(d.original_role, d.role) = 'defendant' AND c.is_withheld IS NOT TRUE
    AND (contains(c.content, '失信') OR contains(c.content, '消费') OR contains(c.content, '限高') OR (d.stage = 'enforcement' AND regexp_matches(c.content, '${words.closed}')))`

/** What texts name without a word that it was done: a mark that is asked for or threatened; and an address at which no business runs. */
export const textMentions: View = {
  term: '文书提及',
  meaning:
    'sentences of texts that name 失信 or 限高 beside what was read as imposed, and findings that business at an address stopped; one row a document, matter and manner',
  columns: {
    enterprise_id: columns.enterpriseId,
    matter: coded(codeWords.mentioned)('事项', 'dishonest, restricted or closed', 'dishonest'),
    manner: coded(codeWords.mentionManner)(
      '提及方式',
      'asked for, warned of, quoted from a law, asserted by a party, refused, found, or only named',
      'asked',
    ),
    document_id: columns.documentId('document that names it'),
    case_key: columns.caseKey('case of the document'),
    family_key: columns.familyKey,
    said_on: date('陈述日', 'date of the document', '2023-06-01'),
    evidence: text('依据', 'the sentence', '原告申请将被告纳入失信被执行人名单'),
  },
  sql: `
    WITH texts AS MATERIALIZED (${texts}),
    named AS (SELECT enterprise_id, list(name_key) AS names FROM (${subjectNames}) WHERE enterprise_id IN (SELECT enterprise_id FROM texts) GROUP BY enterprise_id),
    debtors AS (SELECT library, case_id, list({name: name, key: name_key}) AS debtors FROM case_parties
      WHERE side = 'defendant' AND name IS NOT NULL AND case_id IN (SELECT case_id FROM texts) GROUP BY ALL)
    SELECT enterprise_id, matter, ${mannerOf} AS manner, document_id, case_key, family_key, decided_on AS said_on, min(evidence) AS evidence
    FROM (${Object.entries(words).map(sentencesWith).join(' UNION ALL ')}) AS t
    LEFT JOIN named USING (enterprise_id) LEFT JOIN debtors USING (library, case_id)
    WHERE NOT starts_with(evidence, '另案')
      AND (matter <> 'closed' OR (stage = 'enforcement' AND regexp_matches(evidence, '${place}') AND NOT regexp_matches(evidence, '[^简统合又名号]称|主张')))
      AND (len(list_filter(names, lambda n: contains(evidence, n))) > 0
        OR len(list_filter(coalesce(debtors, []), lambda d: NOT list_contains(coalesce(names, []), d.key) AND (matter = 'closed' OR contains(evidence, d.name)))) = 0)
    GROUP BY ALL`,
}
