import { literals } from '../../contract/sql.ts'
import {
  boolean,
  coded,
  codedList,
  date,
  integer,
  label,
  labels,
  mixed,
  money,
  party,
  text,
  type View,
} from '../../rows/tables/table.ts'
import { codeWords, propertyConditions, removedStatus } from '../../rows/words/code-words.ts'
import * as columns from './subject-columns.ts'
import {
  branches,
  isDeregistered,
  isOfOther,
  matches,
  NAMED,
  namesOf,
  subjectNames,
  withNames,
} from './subject-sql.ts'

/** How each source states what happened, as the SELECTs that the table `stated_events` is made of. */

/** Whether property is shares; 股份 in the name of a company says nothing of it. */
export const isOfShares = (property: string): string =>
  `regexp_matches(regexp_replace(${property}, '股份(有限|责任|合作)*公司', '', 'g'), '股权|股份|出资')`

/** Kinds as texts and lists are read, by what they are called here (docs/findings.md, Events). */
const kindOfWord = {
  执行标的: 'target',
  执行到位: 'collected',
  未执行到位: 'unpaid',
  终本: 'ended_unpaid',
  终结执行: 'ended',
  执行完毕: 'paid',
  和解: 'settled',
  恢复执行: 'resumed',
  不予执行: 'enforcement_refused',
  失信: 'dishonest',
  限高: 'restricted',
  冻结: 'frozen',
  保全: 'frozen',
  轮候冻结: 'waiting',
  查封: 'seized',
  轮候查封: 'waiting',
  扣押: 'detained',
  划拨: 'taken',
  提取: 'taken',
  拍卖: 'auctioned',
  财产: 'found',
  生效: 'in_force',
  维持: 'upheld',
  撤销: 'set_aside',
  变更: 'changed',
  改判: 'changed',
  发回: 'remanded',
  撤回上诉: 'appeal_withdrawn',
  驳回再审: 'retrial_refused',
  提审: 'retrial_ordered',
  执行依据: 'carried_out',
  失效: 'lapsed',
  立案: 'filed',
  移送: 'filed',
  受理: 'bankruptcy_accepted',
  不予受理: 'bankruptcy_refused',
  撤回申请: 'bankruptcy_withdrawn',
  驳回申请: 'bankruptcy_dismissed',
  指定管理人: 'administrator',
  宣告破产: 'declared_bankrupt',
  批准重整计划: 'plan_approved',
  终止重整: 'reorganisation_stopped',
  认可和解协议: 'composition',
  终结程序: 'bankruptcy_ended',
  连带: 'liable',
  补充: 'liable',
  一般保证: 'liable',
  按份: 'liable',
  限额内: 'liable',
  担保: 'liable',
  shares: 'shares_frozen',
}

/**
 * What only an outcome of a document says, where reading found in it nothing that says so, under this condition; a mark and a
 * bankruptcy are of one debtor of several.
 */
const kindsOfOutcomes: Readonly<Record<string, readonly [kind: string, found: string]>> = {
  enforcement_suspended: ['ended_unpaid', "word = '终本'"],
  enforcement_ended: ['ended', "word IN ('终结执行', '执行完毕')"],
  enforcement_refused: ['enforcement_refused', 'false'],
  listed_dishonest: ['dishonest', "word = '失信'"],
  consumption_restricted: ['restricted', "word = '限高'"],
  bankruptcy_accepted: ['bankruptcy_accepted', "word IN ('受理', '驳回申请', '不予受理')"],
  bankruptcy_refused: ['bankruptcy_refused', "word IN ('不予受理', '驳回申请', '撤回申请')"],
  bankruptcy_ended: ['bankruptcy_ended', "word IN ('终结程序', '宣告破产')"],
  seizure_lifted: ['all_lifted', 'is_lifted'],
}
const telling = literals(Object.keys(kindsOfOutcomes))

/** Facts of full texts, with the case they are of, where the text names it. */
const textFacts = `
  SELECT library, case_id, 'case_enforcement' AS stated_in, ordinal, kind AS word, number_key, is_ordered AS is_decided, is_lifted,
    against_keys, amount, currency, property, term_months, term_until AS until_on, happened_on, conditions, mortgagee, reasons, evidence
  FROM case_enforcement
  UNION ALL BY NAME
  SELECT library, case_id, 'case_bankruptcy' AS stated_in, ordinal, kind AS word, is_ordered AS is_decided, debtor_keys AS against_keys,
    happened_on, evidence FROM case_bankruptcy
  UNION ALL BY NAME
  SELECT library, case_id, 'case_liabilities' AS stated_in, ordinal, kind AS word, true AS is_decided, name_keys AS against_keys, [item::VARCHAR] AS items, evidence
  FROM case_liabilities WHERE kind <> '优先受偿'
  UNION ALL BY NAME
  SELECT library, case_id, 'case_statements' AS stated_in, ordinal, kind AS word, number_key, is_decided, happened_on, items, evidence
  FROM case_statements WHERE number_key IS NOT NULL`

/** What is said of another number, whoever the sentence names, concerns all who stand in that case. */
const ofCases = "('case_statements')"
const isOfCase = `(stated_in IN ${ofCases} OR (stated_in = 'document_events' AND word IN ('生效', '维持', '撤销', '变更', '改判', '发回',
  '撤回上诉', '驳回再审', '提审', '执行依据', '失效', '立案', '移送')))`

/**
 * Who objects to an enforcement may be either side of it: its position says which. A party with another position in a
 * review (被申请人 whom a creditor wants to add, 案外人) stands beside that enforcement.
 */
const enforcedSides = `
  SELECT n.enterprise_id, p.library, p.case_id, CASE WHEN bool_or(regexp_matches(p.positions, '被(申请)?执行人')) THEN 'defendant' WHEN bool_or(p.positions LIKE '%申请执行人%')
    THEN 'plaintiff' WHEN bool_or(p.is_review) THEN 'third_party' END AS side
  FROM (SELECT library, case_id, name_key, concat_ws(' ', position, original_position) AS positions, is_review FROM case_parties
    JOIN (SELECT DISTINCT library, case_id, regexp_matches(own_key, '执(异|复|监)') AS is_review FROM facts WHERE case_id IS NOT NULL) USING (library, case_id)
    WHERE position LIKE '%执行人%' OR original_position LIKE '%执行人%' OR (is_review AND position IS NOT NULL)) AS p JOIN names AS n USING (name_key) GROUP BY ALL`

/** The documents of each enterprise, by where their text and their row in the list are. */
const documents = `
  SELECT d.enterprise_id, d.document_id, d.library, d.case_id, d.case_key, d.case_number_key, d.family_key, d.decided_on,
    coalesce(e.side, CASE WHEN d.stage <> 'enforcement' THEN d.original_role END, d.role) AS role,
    d.stage, coalesce(e.side <> 'third_party', contains(d.case_key, '执')) AS is_of_enforcement
  FROM subject_documents AS d LEFT JOIN sides AS e ON e.enterprise_id = d.enterprise_id AND e.library = d.library AND e.case_id = d.case_id`

/**
 * Facts of lists and texts as one relation, with the number and day of the document that states them. Why a notice of enforcement
 * is taken back, and so whether that ends the enforcement, only a text says.
 */
const facts = `
  SELECT 'full text' AS source, f.*, NULL::VARCHAR AS document_id, c.case_number_key AS own_key, c.decided_on AS said_on
  FROM (${textFacts}) AS f JOIN (SELECT library, case_id, case_number_key, decided_on FROM cases) AS c USING (library, case_id)
  UNION ALL BY NAME
  SELECT 'list' AS source, 'document_events' AS stated_in, f.ordinal, f.kind AS word, f.number_key, f.is_decided, f.is_lifted, f.against_keys,
    f.amount, f.currency, f.property, f.term_months, f.term_until AS until_on, f.happened_on, f.items, f.evidence, f.document_id,
    d.case_number_key AS own_key, d.decided_on AS said_on
  FROM document_events AS f
  JOIN (SELECT document_id, min(case_number_key) AS case_number_key, min(decided_on) AS decided_on FROM enterprise_documents
    WHERE document_id IN (SELECT document_id FROM document_events) GROUP BY document_id) AS d USING (document_id)
  WHERE f.kind <> '终结执行' OR NOT contains(f.evidence, '执行通知') OR f.document_id NOT IN (SELECT document_id FROM subject_documents WHERE case_id IS NOT NULL)`

/** An enforcement that is on the list of the enterprise. */
const isListed = (of: string, number: string): string =>
  `(${of}.enterprise_id, ${number}) IN (SELECT (enterprise_id, case_number_key) FROM subject_documents WHERE stage = 'enforcement')`

/**
 * Whether what a document says of an enforcement is of who has the document: as a side of that enforcement, because the
 * enforcement is on its list, or, of a retrial, because the decision below was enforced. Another suit reports what became of another's debt.
 */
const isOfItsOwn = `(f.word NOT IN ('终本', '终结执行', '执行完毕', '恢复执行', '不予执行', '执行标的', '执行到位', '未执行到位') OR f.number_key IS NULL
  OR d.is_of_enforcement OR (d.stage = 'retrial' AND f.number_key[2:5] >= d.family_key[2:5]) OR ${isListed('d', 'f.number_key')})`

/** Which fact: its sentence and the rest are joined behind what counts each once, which would hold them in memory. */
const own = 'f.fact, f.word'

/** Facts about whom they name: the enterprise as its name stands there, on its list or not. */
const named = `
  SELECT DISTINCT n.enterprise_id, 'defendant' AS role, true AS is_named, f.library, f.case_id, f.document_id, ${own}
  FROM (SELECT *, unnest(against_keys) AS name_key FROM facts WHERE len(against_keys) > 0) AS f JOIN names AS n USING (name_key)`

/** A freeze of shares concerns the holder, and also the enterprise in which the shares are held, where it is named. */
const ownShares = `
  SELECT DISTINCT n.enterprise_id, 'defendant' AS role, true AS is_named, f.library, f.case_id, f.document_id, ${own}
  FROM (SELECT * REPLACE ('shares' AS word) FROM facts WHERE word IN ('冻结', '轮候冻结', '查封') AND ${isOfShares('property')}) AS f
  JOIN names AS n ON contains(f.property, n.name_key) AND NOT list_contains(coalesce(f.against_keys, []), n.name_key)`

/** The text names one debtor of the enforcement: a mark that it lifts without a name is that debtor's. */
const hasOneDebtor = `(d.library, d.case_id) IN (SELECT (library, case_id) FROM case_parties
    WHERE regexp_matches(concat_ws(' ', position, original_position), '被(申请)?执行人') GROUP BY library, case_id HAVING count(DISTINCT name_key) = 1)`

/** Facts that name nobody, about who stands in the document; how an enforcement stands, for who enforces whomever it names. */
const unnamed = (source: 'full text' | 'list', on: string): string => `
  SELECT d.enterprise_id, d.role, false AS is_named, d.library, d.case_id, d.document_id, ${own}
  FROM (SELECT * FROM facts WHERE source = '${source}' AND (word NOT IN ('失信', '限高') OR is_lifted) AND NOT ${isOfCase}) AS f
  JOIN documents AS d ON ${on} AND ${isOfItsOwn} AND (f.is_of_all OR (d.role = 'plaintiff' AND f.word IN ('终本', '终结执行', '执行完毕', '恢复执行')))
    AND (f.word NOT IN ('失信', '限高') OR (f.is_of_all AND d.role = 'defendant' AND ${hasOneDebtor}))`

/** What is said of a case, for each enterprise that has the case or the document that says it. */
const ofCase = (
  [
    'd.library = f.library AND d.case_id = f.case_id',
    'd.document_id = f.document_id',
    'd.case_key = f.number_key',
  ] as const
)
  .map(
    (on) => `
  SELECT DISTINCT d.enterprise_id, d.role, false AS is_named, f.library, f.case_id, f.document_id, ${own}
  FROM (SELECT * FROM facts WHERE ${isOfCase}) AS f JOIN documents AS d ON ${on} AND ${isOfItsOwn}`,
  )
  .join(' UNION BY NAME ')

const foundIn = `
  SELECT DISTINCT document_id, outcome FROM (
    SELECT d.document_id, f.* EXCLUDE (document_id) FROM facts AS f JOIN documents AS d ON d.library = f.library AND d.case_id = f.case_id
    UNION ALL BY NAME SELECT * FROM facts WHERE document_id IS NOT NULL) AS f
  JOIN (SELECT unnest([${telling}]) AS outcome) AS o ON CASE outcome ${Object.entries(kindsOfOutcomes)
    .map(([outcome, [, found]]) => `WHEN '${outcome}' THEN ${found}`)
    .join(' ')} END`

/** Outcomes of documents in which nothing of their kind was read. */
const outcomes = `
  SELECT d.enterprise_id, d.role, false AS is_named, d.library, d.case_id, d.document_id, CASE WHEN d.case_id IS NULL THEN 'list' ELSE 'full text' END
    AS source, 'subject_documents' AS stated_in, 0 AS ordinal, d.outcome AS word, NULL AS number_key, d.case_number_key AS own_key,
    true AS is_decided, false AS is_lifted, d.decided_on AS said_on
  FROM (SELECT * FROM subject_documents WHERE outcome IN (${telling})) AS d
  ANTI JOIN (${foundIn}) AS f ON f.document_id = d.document_id AND f.outcome = d.outcome
  WHERE d.role = 'defendant' OR NOT (starts_with(d.outcome, 'bankruptcy') OR d.outcome IN ('listed_dishonest', 'consumption_restricted'))`

/** What an entry of the registration is about: its kind, or its text where it has none. */
const about = 'coalesce(kind, description)'
const entry = "concat_ws(' ', kind, description, court)"
const status = 'status'
/** Or it is of the register's history. */
const entryLifted = `(${matches(status, removedStatus)} OR ${matches('kind', '历史')})`
/** Shares that a court has frozen are 司法协助 to the register. */
const isShares = `(${matches(about, '股权')} OR (${matches('kind', '司法协助|^冻结$')} AND ${matches(`concat_ws(' ', description, status)`, '股权|股份')})) AND ${matches(`concat_ws(' ', kind, description, status)`, '冻结')}`
/** An entry of its head, a shareholder or who controls it: 法定代表人王某被列为失信被执行人. */
const isOfPerson = matches('description', '(法定代表人|负责人|股东|实际控制人)[^，。；]{0,12}列[为入]失信')
/** 失信被执行人 of a court; a tax office, the customs and others have lists of 失信 of their own. */
const isDishonest = `(NOT ${isOfPerson} AND (${matches(about, '失信被执行|^失信(人|信息|记录|名单)?$')} OR (${matches(about, '失信')} AND coalesce(number_category = '执行案件', false))))`
const isEnforced = `(NOT ${isOfPerson} AND (${matches(about, '执行|限制高?消费|限高|限消|终本|终结本次')} OR ${isDishonest}))`
/** Its case is a bankruptcy; an enforcement may have an administrator (某公司破产管理人) or a bankruptcy court in it. */
const isBankruptcy = `(${matches('kind', '破产|强制清算')} OR coalesce(number_category = '强制清算与破产案件', false) OR (NOT ${isEnforced} AND number_category IS DISTINCT FROM '执行案件'
  AND ${matches("regexp_replace(concat_ws(' ', description, court), '破产(管理人|债权|企业|法庭)', '', 'g')", '破产|强制清算')}))`
/** 未执行完毕, 部分履行完毕 pay nothing off. */
const isPaid = matches(
  `regexp_replace(${status}, '(未|没有|不|部分|待)[^，。；]{0,6}(完毕|结清|全部已?履行)', '', 'g')`,
  '(执行|履行|清偿)完毕|已结清|全部已?履行',
)

const ownDescription = withNames('description')
/** A bankruptcy of another, for which it applied. */
const isApplicant = `(${matches(ownDescription, `(^|[^被])申请人[：:]${NAMED}`)} AND NOT ${matches(ownDescription, `(被申请人|债务人)[：:]${NAMED}`)} AND ${matches('description', '(被申请人|债务人)[：:]')})`

/** The register of pledged shares has those that shareholders pledge in the enterprise, which are no debt of it; its own by the words of the entry. */
const isPledgor = `(${matches('description', '^(现|已|拟)?(以|将)?其所?持有')}
  OR ${matches(ownDescription, `出质人[：:为是（(]*${NAMED}|${NAMED}(以|将|把)?(其|所){0,2}持有`)})`

/** A security in its favour: 抵押权人：its name. */
const isSecured = matches(ownDescription, `(抵押权人|质权人|债权人)[：:]${NAMED}`)

/** Each kind of event that an entry of the registration states, by its condition. */
const entryKinds: readonly (readonly [kind: string, condition: string, amount?: string])[] = [
  [
    'target',
    `NOT (${isShares}) AND (${isEnforced} OR (kind IS NULL AND number_category = '执行案件'))`,
    'amount',
  ],
  ['collected', `NOT (${isShares}) AND collected IS NOT NULL`, 'collected'],
  ['unpaid', `NOT (${isShares}) AND unpaid IS NOT NULL`, 'unpaid'],
  ['dishonest', isDishonest],
  ['restricted', matches(about, '限制高?消费|限高|限消')],
  ['ended_unpaid', `${matches(about, '终本|终结本次')} OR ${matches(status, '终本|终结本次')}`],
  ['paid', isPaid],
  ['ended', `${isEnforced} AND NOT ${isPaid} AND ${matches(status, '(^|[^未])(结案|终结执行|执行终结)')}`],
  ['shares_frozen', isShares, 'amount'],
  ['bankruptcy_entry', `${isBankruptcy} AND NOT ${isApplicant}`],
  ['penalty', matches(entry, '(环保|环境|生态|税).*(处罚|违法|欠)|(处罚|违法|欠).*(环保|环境|生态|税)')],
  ['irregular', matches(entry, '经营异常|严重违法')],
  [
    'pledged',
    `(${matches(entry, '对外担保|保证担保|动产抵押')} OR ${matches(about, '抵押|知识产权(出质|质押)')} OR (${matches(entry, '股权(出质|质押)|出质人')} AND ${isPledgor}))
      AND NOT ${isSecured}`,
  ],
]

/** Entries of the registration: what it says stands against the enterprise on the day it was asked. */
const entries = `
  SELECT enterprise_id, 'defendant' AS role, true AS is_named, 'registration' AS source, 'enterprise_risks' AS stated_in, ordinal,
    status AS word, fact.kind AS kind, NULL AS number_key, coalesce(case_number_key, case_number, 'entry ' || ordinal) AS own_key, false AS is_decided,
    ${entryLifted} AS is_lifted, fact.amount AS amount, currency, description AS property,
    CASE WHEN fact.kind IN ('dishonest', 'restricted') THEN published_on ELSE coalesce(filed_on, published_on) END AS happened_on,
    coalesce(CASE WHEN fact.kind IN ('ended_unpaid', 'paid') THEN ended_on END, filed_on, published_on) AS said_on, ended_on AS until_on,
    concat_ws(' ', kind, case_number, court, description, status) AS evidence
  FROM (
    SELECT r.*, unnest(list_filter([${entryKinds
      .map(
        ([kind, condition, amount = 'NULL']) =>
          `CASE WHEN ${condition} THEN {kind: '${kind}', amount: ${amount}::DECIMAL(20,2)} END`,
      )
      .join(', ')}], lambda one: one IS NOT NULL)) AS fact
    FROM enterprise_risks AS r LEFT JOIN ${namesOf} USING (enterprise_id))`

/** What dissolves a company as a revoked licence does (公司法, article 229). */
/** Not 撤销吊销, which undoes it. */
const isRevoked =
  "regexp_matches(regexp_replace(status, '撤销(吊销|迁出|注销|除名)', ''), '吊销|责令关闭|撤销|除名')"

/** Whose change of the registration it is: 财务负责人 is no legal representative, 通信地址 and 网址 are no address. */
const isRepresentative = matches('item', '法定代表人|^负责人')
const isAddress = `(${matches('item', '住所|经营场所')} OR (${matches('item', '地址')} AND NOT ${matches('item', '通信|通讯|联系|联络|送达|网|邮')}))`

/** Status and changes of the registration. */
const register = `
  SELECT enterprise_id, 'defendant' AS role, true AS is_named, 'registration' AS source, 'enterprises' AS stated_in, 0 AS ordinal,
    unnest(list_filter([CASE WHEN ${isRevoked} THEN 'revoked' END, CASE WHEN ${isDeregistered('status')} THEN 'deregistered' END],
      lambda one: one IS NOT NULL)) AS kind, false AS is_decided, false AS is_lifted, status AS evidence
  FROM enterprises
  UNION ALL BY NAME
  SELECT enterprise_id, 'defendant' AS role, true AS is_named, 'registration' AS source, 'enterprise_changes' AS stated_in, ordinal,
    CASE WHEN ${isRepresentative} THEN 'representative_changed' ELSE 'address_changed' END AS kind, false AS is_decided, false AS is_lifted,
    concat_ws(' ', item, before, '→', after) AS evidence, changed_on AS happened_on, changed_on AS said_on
  FROM enterprise_changes WHERE changed_on IS NOT NULL AND (${isRepresentative} OR ${isAddress})`

/** The relations that its rows come from, each with its condition. */
export const statedEventSources: readonly string[] = [
  'case_enforcement',
  'case_bankruptcy',
  'case_liabilities',
  'case_statements',
  'document_events',
  `subject_documents WHERE outcome IN (${telling})`,
  'enterprise_risks',
  `enterprises WHERE ${isRevoked} OR ${isDeregistered('status')}`,
  'enterprise_changes',
]

/** Numbers that stand in no list and text of their own belong to the dispute of the document that names them. */
export const statedEvents = `
  WITH names AS MATERIALIZED (${subjectNames}),
  facts AS MATERIALIZED (
    SELECT * REPLACE (CASE WHEN contains(own_key, '执') AND NOT contains(number_key, '执') AND NOT ${isOfCase} THEN NULL ELSE number_key END AS number_key),
      coalesce(len(against_keys), 0) = 0 AS is_of_all, row_number() OVER () AS fact FROM (${facts}) WHERE number_key IS NULL OR NOT ${isOfOther}),
  sides AS MATERIALIZED (${enforcedSides}),
  documents AS (${documents}),
  stated AS (
    SELECT *, CASE word ${branches(kindOfWord)} ${branches(Object.fromEntries(Object.entries(kindsOfOutcomes).map(([outcome, [kind]]) => [outcome, kind])))} END AS kind FROM (
      SELECT a.* EXCLUDE (fact), f.* EXCLUDE (fact, word, library, case_id, document_id) FROM (
        ${named}
        UNION ALL BY NAME ${ownShares}
        UNION ALL BY NAME ${unnamed('full text', 'd.library = f.library AND d.case_id = f.case_id')}
        UNION ALL BY NAME ${unnamed('list', 'd.document_id = f.document_id')}
        UNION ALL BY NAME ${ofCase}) AS a JOIN facts AS f ON f.fact = a.fact
      UNION ALL BY NAME ${outcomes}))
  SELECT s.enterprise_id, coalesce(s.number_key, s.own_key, s.document_id, t.document_id, s.case_id) AS case_key,
    coalesce(f.family_key, o.family_key, s.number_key, s.own_key, s.document_id, t.document_id, s.case_id) AS family_key, s.kind, s.word AS detail, s.role, s.is_named,
    s.is_decided, coalesce(s.is_lifted, false) AS is_lifted, s.happened_on, s.said_on, s.until_on, s.term_months, s.amount, s.currency, s.property, coalesce(s.conditions, []) AS conditions, s.mortgagee,
    coalesce(s.items, []) AS items, coalesce(s.reasons, []) AS reasons, s.source, s.stated_in, s.ordinal, coalesce(s.document_id, t.document_id) AS document_id, s.library, s.case_id, s.own_key,
    s.evidence
  FROM (SELECT *, CASE WHEN number_key IS NOT NULL THEN own_key END AS named_by, coalesce(number_key, own_key) AS of_key FROM (SELECT * FROM stated WHERE kind IS NOT NULL UNION ALL BY NAME ${entries} UNION ALL BY NAME ${register})) AS s
  LEFT JOIN number_families AS f ON f.number_key = s.of_key
  LEFT JOIN number_families AS o ON o.number_key = s.named_by
  LEFT JOIN (SELECT enterprise_id, library, case_id, min(document_id) AS document_id FROM subject_documents
    WHERE case_id IN (SELECT case_id FROM facts WHERE case_id IS NOT NULL) GROUP BY ALL) AS t
    ON t.enterprise_id = s.enterprise_id AND t.library = s.library AND t.case_id = s.case_id
  WHERE s.is_named OR s.named_by IS NULL OR s.kind IN ('in_force', 'carried_out', 'lapsed', 'filed')
    OR (s.stated_in = 'case_statements' AND (s.kind NOT IN ('ended_unpaid', 'paid', 'resumed', 'enforcement_refused') OR contains(s.own_key, '执') OR ${isListed('s', 's.number_key')}))
    OR coalesce(f.family_key, s.number_key) = coalesce(o.family_key, s.own_key)`

/** What happened to an enterprise and its cases, whichever source says so (docs/findings.md, Events). */

export const statedEventColumns = {
  enterprise_id: columns.enterpriseId,
  case_key: label('案件键', 'number key of the case that it is of, else the document id or the entry'),
  family_key: columns.familyKey,
  kind: coded(codeWords.event)('事项', 'what happened'),
  detail: label('原事项', 'kind as its table has it; of an entry its status'),
  role: coded(codeWords.role)('诉讼身份', 'side of the enterprise: defendant where it stands against it'),
  is_named: boolean('是否指名', 'whether the source names the enterprise for it'),
  is_decided: boolean('是否裁判', 'whether the source decides it; else it reports it'),
  is_lifted: boolean('是否解除', 'whether it is lifted'),
  happened_on: date('发生日', 'the day that the source gives for it'),
  said_on: date('陈述日', 'date of the document, or of the entry'),
  until_on: date('截止日', 'last day of its term, where given'),
  term_months: integer('期限月数', 'how long it lasts'),
  amount: money('金额', 'sum, in the currency of the row'),
  currency: label('币种', 'ISO 4217'),
  property: text('财产', 'property of a measure, as written'),
  conditions: codedList(codeWords.propertyCondition)(
    '财产状况',
    `what the source says of that property: ${propertyConditions}`,
  ),
  mortgagee: party('抵押权人', 'who has the mortgage, as named'),
  items: labels('判项', 'items of a decision that it is about; empty for all of it'),
  reasons: labels('原因', 'why an enforcement ended'),
  source: coded(codeWords.eventSource)('来源', 'full text, list or registration'),
  stated_in: label('来源表', 'table of the row that states it'),
  ordinal: integer('序号', 'its ordinal there'),
  document_id: columns.documentId(
    'enterprise_documents',
    'document on the list of the enterprise; NULL where it is on none',
  ),
  library: columns.library('cases', 'library of the full text; NULL for other sources'),
  case_id: columns.caseId('cases', 'case id of the full text'),
  own_key: label('文书案号键', 'number key of the document that states it'),
  evidence: text('依据', 'the sentence or entry that states it'),
}

/** The timeline of an enterprise in one SELECT. */
export const events: View = {
  term: '事件',
  meaning:
    'what happened to an enterprise and its cases, one row a source that states it: decisions of listed documents, and what full texts, ' +
    'results of lists and the registration say of enforcement, marks, property, bankruptcy and other cases',
  columns: {
    enterprise_id: columns.enterpriseId,
    happened_on: date('日期', 'day that the source gives, else the date of the document or entry'),
    kind: statedEventColumns.kind,
    outcome: coded(codeWords.outcome)('结案方式', 'of a decision: what it decides'),
    role: coded(codeWords.role)('诉讼身份', 'side of the enterprise'),
    ...columns.picked(statedEventColumns, 'case_key', 'family_key', 'amount', 'currency'),
    until_on: statedEventColumns.until_on,
    certainty: coded(codeWords.certainty)('确定程度', 'decided by the source, or reported by it'),
    ...columns.picked(statedEventColumns, 'is_lifted', 'source', 'document_id', 'library', 'case_id'),
    evidence: mixed('依据', 'the sentence or entry that states it; the title of a document'),
  },
  sql: `
    SELECT enterprise_id, decided_on AS happened_on, 'decision' AS kind, outcome, role, case_key, family_key, NULL::DECIMAL(20,2) AS amount,
      NULL::VARCHAR AS currency, NULL::DATE AS until_on, 'decided' AS certainty, false AS is_lifted,
      CASE WHEN case_id IS NULL THEN 'list' ELSE 'full text' END AS source, document_id, library, case_id, title AS evidence
    FROM subject_documents
    UNION ALL BY NAME
    SELECT enterprise_id, coalesce(happened_on, said_on) AS happened_on, kind, role, case_key, family_key, amount, currency, until_on,
      CASE WHEN is_decided THEN 'decided' ELSE 'reported' END AS certainty, is_lifted, source, document_id, library, case_id, evidence
    FROM stated_events WHERE stated_in <> 'subject_documents'`,
}
