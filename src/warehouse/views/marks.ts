import { literals } from '../../contract/sql.ts'
import {
  bigint,
  boolean,
  coded,
  codedList,
  date,
  label,
  labels,
  money,
  parties,
  text,
  type View,
} from '../../rows/tables/table.ts'
import { codeWords, propertyConditions } from '../../rows/words/code-words.ts'
import { isOfShares } from './events.ts'
import * as columns from './subject-columns.ts'
import { branches, isDebtorOfEntry, NAMED, namesOf, withNamed, withNames } from './subject-sql.ts'

/** What stands against an enterprise by name: marks of enforcement and of the register (docs/findings.md, States). */

/** Day of an event: as its source gives it, else that of the source. */
export const dayOf = "coalesce(happened_on, said_on, DATE '0001-01-01')"

/** How long 失信 stands unless a court says otherwise: article 2 of the rules of the Supreme People's Court on the list, 2017. */
const usualMonths = 24
/** The term that a sentence states in its words: 期限三年; of several that behind these words. */
const termIn = (sentence: string, behind = ''): string =>
  `12 * (instr('一二三四五', nullif(translate(regexp_extract(coalesce(${sentence}, ''), '${behind}期限[为是]?([一二三四五1-5])年', 1), '12345', '一二三四五'), '')))`

const markTerm = termIn('evidence', '失信[^。；冻封扣]{0,30}')

/** A ruling on an objection only reports the marks of the case that it reviews. */
const isReview = "regexp_matches(case_key, '执(异|复|监|保)')"

const onlyCase = `
  SELECT enterprise_id, family_key, CASE WHEN count(DISTINCT case_key) = 1 THEN any_value(case_key) END AS only_case FROM stated_events
  WHERE contains(case_key, '执') AND NOT ${isReview} AND NOT contains(case_key, '执恢') GROUP BY ALL`

const named = literals(Object.keys(codeWords.mark))

/** What says since when: an order or a stated day, the latest; else the first text that reports it; else an entry, whose day may be that of its case. */
const weight =
  "CASE WHEN happened_on IS NOT NULL OR is_decided THEN 3 WHEN source <> 'registration' THEN 2 ELSE 1 END"

const liftReason = `CASE WHEN regexp_matches(lifted_by, '履行完毕|付清|清偿完|全部履行|执行完毕') THEN 'paid' WHEN contains(lifted_by, '和解') THEN 'settled'
  WHEN regexp_matches(lifted_by, '申请执行人[^，。；]{0,30}(同意|的?申请)') THEN 'creditor' WHEN lifted_by <> '' THEN 'not stated' END`

/** A mark stands unless it was lifted on the day of its last imposition or later; an entry without a day is lifted now. What was lifted stood before, even where no source says since when. */
export const enterpriseMarks: View = {
  term: '企业标记',
  meaning:
    'what marks an enterprise, one row a mark and dispute: 失信, 限高, 经营异常, penalties, pledges and guarantees, 吊销, 注销; since when, and whether a removal was seen',
  columns: {
    enterprise_id: columns.enterpriseId,
    mark: coded(codeWords.mark)('标记', 'kind of the mark'),
    family_key: columns.familyKey,
    case_key: label('案件键', 'case that it was imposed in, or the entry'),
    case_keys: labels('案件键（全部）', 'every enforcement case that a source imposes it in'),
    is_in_force: boolean('是否存续', 'whether no removal was seen since'),
    since: date('起始日', 'day of it, as far as stated; else the date of the document that states it'),
    is_since_stated: boolean('起始日是否载明', 'whether the source gives that day'),
    usual_end: date(
      '通常届满日',
      '失信: the last day of the term that its sentence states, else two years later, when it usually ends; NULL for other marks',
    ),
    is_term_stated: boolean('期限是否载明', 'whether the sentence states the term'),
    lifted_on: date('解除日', 'day of the last removal; NULL when none was seen or its day is not known'),
    lift_reason: coded(codeWords.liftReason)(
      '解除原因',
      'why it was removed, by the sentence that says so; NULL where none does',
    ),
    is_of_heads: boolean(
      '是否载明及于负责人',
      '限高: whether the sentence that states it names the legal representative or head, too; NULL for other marks',
    ),
    sources: codedList(codeWords.eventSource)('来源', 'sources that state it'),
    row_key: label('行', 'ordinal of the entry of the registration, or id of the document'),
    document_id: columns.documentId('document that states it; NULL for an entry'),
    evidence: text(
      '依据',
      'sentence or entry of its last imposition; of its removal where no source has one',
    ),
  },
  sql: `
    SELECT enterprise_id, mark, family_key, case_key, case_keys, imposed IS NOT NULL AND NOT coalesce(lifted >= imposed, false) AS is_in_force, nullif(began, DATE '0001-01-01') AS since,
      is_since_stated, CASE WHEN mark = 'dishonest' AND began > DATE '0001-01-01' THEN (began + to_months(coalesce(${markTerm}, ${usualMonths})::INTEGER))::DATE END AS usual_end, coalesce(${markTerm}, 0) > 0 AS is_term_stated,
      lifted_on, ${liftReason} AS lift_reason, CASE WHEN mark = 'restricted' THEN regexp_matches(evidence, '法定代表人|负责人') END AS is_of_heads, sources, row_key, nullif(document_id, '') AS document_id, evidence
    FROM (
      SELECT enterprise_id, kind AS mark, family_key, max(day) FILTER (is_imposed) AS imposed, arg_max(day, began_by) FILTER (is_imposed) AS began,
        coalesce(arg_max(case_key, began_by) FILTER (is_imposed AND NOT ${isReview}), any_value(only_case), arg_max(case_key, began_by) FILTER (is_imposed), arg_max(case_key, day)) AS case_key, arg_max(happened_on IS NOT NULL OR is_decided, began_by) FILTER (is_imposed) AS is_since_stated,
        any_value(lifted) AS lifted, max(day) FILTER (is_lifted AND source <> 'registration' AND day > DATE '0001-01-01') AS lifted_on,
        arg_max(evidence, day) FILTER (is_lifted AND source <> 'registration') AS lifted_by,
        coalesce(list_sort(list_distinct(list(case_key) FILTER (is_imposed AND regexp_matches(case_key, '执') AND NOT ${isReview}))), []) AS case_keys,
        list_sort(list_distinct(coalesce(list(source) FILTER (is_imposed), list(source)))) AS sources,
        coalesce(arg_max(coalesce(document_id, ordinal::VARCHAR), began_by) FILTER (is_imposed), arg_max(document_id, day)) AS row_key,
        nullif(coalesce(arg_max(coalesce(document_id, ''), began_by) FILTER (is_imposed), arg_max(document_id, day)), '') AS document_id, coalesce(arg_max(evidence, began_by) FILTER (is_imposed), arg_max(evidence, day)) AS evidence
      FROM (
        SELECT *, (day > coalesce(nullif(lifted, DATE '9999-12-31'), DATE '0001-01-01'), ${weight}, CASE ${weight} WHEN 2 THEN DATE '9999-12-31' - day ELSE day - DATE '0001-01-01' END, is_decided, coalesce(document_id, ''), ordinal) AS began_by
        FROM (
          SELECT *, max(CASE WHEN source = 'registration' THEN DATE '9999-12-31' ELSE day END) FILTER (is_lifted) OVER (PARTITION BY enterprise_id, kind, family_key) AS lifted
          FROM (
            SELECT *, ${dayOf} AS day, NOT is_lifted OR source = 'registration' AS is_imposed FROM stated_events
            WHERE kind IN (${named})))
        LEFT JOIN (${onlyCase}) USING (enterprise_id, family_key))
      GROUP BY enterprise_id, kind, family_key)
    WHERE imposed IS NOT NULL OR lifted_on IS NOT NULL`,
}

/** Longest a measure lasts without renewal, in months: article 485 of the interpretation of the Civil Procedure Law (2022). Movables alone are detained. */
const longestOfMoney = 12
const longest = `CASE WHEN len(or_kinds) > 0 THEN 36 WHEN regexp_matches(property, '存款|账户|资金|余额|现金') THEN ${longestOfMoney}
  WHEN (kind = 'detained' OR regexp_matches(property, '车|设备|货物|机器|动产')) AND NOT coalesce(contains(property, '不动产'), false) THEN 24 ELSE 36 END`

/** What an order on property of any kind states for money: 保全某公司价值某元的财产，冻结银行存款的期限为一年. */
const moneyTerm = termIn('evidence', '(?:冻结|存款)[^。；查扣]{0,12}')

const measures = "('frozen', 'seized', 'detained', 'waiting', 'found')"
/** Money that a text reports as taken; an order to freeze and take it says only that it may be. */
const isTaken = "(kind = 'taken' AND NOT is_decided AND amount IS NOT NULL)"
/** Whether an entry means shares in the enterprise, or shares that it holds elsewhere (其持有的某公司股权, 股权所在企业：某公司). */
const isOwnEntry = `CASE WHEN names IS NOT NULL AND regexp_matches(property, '(所在|标的)(企业|公司)[：:]') THEN regexp_matches(${withNames('property')}, '(所在|标的)(企业|公司)[：:]${NAMED}')
  WHEN ${isDebtorOfEntry} THEN false
  WHEN contains(${withNames('property')}, '${NAMED}') THEN instr(property, '持有') = 0 OR regexp_matches(${withNames('property')}, '持有[^，；]*${NAMED}')
  ELSE NOT regexp_matches(coalesce(property, ''), '持有的?[^，。；]*(公司|企业|合伙)') END`
/** What is lifted by a word for its kind: an account for the money in it, a house for real estate. */
const classOf = (
  thing: string,
): string => `CASE WHEN regexp_matches(${thing}, '存款|账户|资金|款项') THEN 'money' WHEN regexp_matches(${thing}, '不动产|房|土地') THEN 'land'
  WHEN ${isOfShares(thing)} THEN 'shares' WHEN contains(${thing}, '车') THEN 'vehicles' WHEN ${thing} IN ('', '财产') THEN 'all' ELSE ${thing} END`
/** 厂房一处: the thing, as a sentence about it calls it. */
const withoutCount = (thing: string): string =>
  `regexp_replace(${thing}, '(\\d+|[一二三四五六七八九十两数]+)[处套辆台栋幢间宗批块部]$', '')`
/** Whatever is worth as much: 冻结存款某元或者查封、扣押其他等值财产 is one order, and which of these was done is not said. */
const isAsMuch = "regexp_matches(thing, '^其?(他|它)?(相应|相当|同等|等额|等值|等价|该款项)')"
/** What one order allows on one thing, or on one up to its worth; lifts and entries are by themselves. */
const orderOf =
  'PARTITION BY enterprise_id, family_key, is_lifted, source, stated_in, coalesce(document_id, library || case_id, ordinal::VARCHAR), evidence'
/** The list has the order of the text that is held once more, and may call the property otherwise. */
const isFirstHand = `source <> 'list' OR amount IS NULL OR NOT bool_or(source = 'full text') OVER (PARTITION BY enterprise_id, document_id, kind, is_lifted, amount)`
/** Of several that say it on one day always the same one. */
const latest = "(day, coalesce(document_id, ''), source, ordinal)"
/** The last day that an entry gives for it: 冻结期限至：2027-04-30, and not 公示期至. */
const lastDayIn = (sentence: string): string =>
  `list_max(list_transform(regexp_extract_all(coalesce(${sentence}, ''), '(?:冻结|期限)[^。；公]{0,40}?(?:至|止)[^0-9，。；]{0,6}([0-9]{4}-[0-9]{2}-[0-9]{2})', 1), lambda day: TRY_CAST(day AS DATE)))`
/** A register that calls a freeze present speaks of the day on which it was asked: it may have been renewed. */
const isEntered =
  "coalesce(source = 'registration' AND regexp_matches(status, '冻结|未解除|有效|存续'), false)"
const folded = (value: string): string =>
  `regexp_replace(coalesce(${value}, ''), '[\\s，。、（）()]', '', 'g')`

/** Measures on what belongs to the enterprise, and on shares in it. One that is renewed is one row, and so is one order of several kinds. */
export const frozenProperty: View = {
  term: '查封冻结财产',
  meaning:
    'property of an enterprise that courts froze or seized, and shares in it, one row a measure, with how it stands on the day of the data',
  columns: {
    enterprise_id: columns.enterpriseId,
    case_key: label('案件键', 'case of the measure'),
    family_key: columns.familyKey,
    kind: coded(codeWords.event)(
      '措施',
      'frozen, seized, detained, waiting (behind another court), shares_frozen, taken (money of an account), or found (and not held)',
    ),
    or_kinds: codedList(codeWords.event)(
      '或措施',
      'other measures that the same order allows on the same property, or on some of the same worth: which of them was taken is not said',
    ),
    is_own_equity: boolean(
      '是否自身股权',
      'whether shares in the enterprise are meant; false for shares that it holds elsewhere, NULL for other property',
    ),
    property: text('财产', 'property as written'),
    amount: money('金额', 'sum that it is up to'),
    currency: label('币种', 'ISO 4217'),
    since: date('起始日', 'day of the measure, else of its document'),
    is_since_known: boolean(
      '起始日是否确定',
      'whether that is its day: stated, or that of the order; else it is only reported on that day',
    ),
    until_on: date(
      '届满日',
      'last day of its term as stated, else by the longest term of the law; NULL where it is only reported, without its day, where the registration calls it present, and of one that waits, whose term begins when it takes effect',
    ),
    until_at_latest: date(
      '至迟届满日',
      'where it is only reported, without its day: the last day that the longest term of the law can have, counted from that report; NULL of one that waits',
    ),
    money_until_on: date(
      '存款届满日',
      'of an order of several kinds without a term for all: the last day for money as stated, else by the longest term of the law',
    ),
    is_term_stated: boolean('期限是否载明', 'whether a source states the term'),
    is_money_term_stated: boolean('存款期限是否载明', 'whether it states the term for money'),
    state: coded(codeWords.measureState)(
      '状态',
      'in force, waiting, lifted, given (to the creditor in payment), claimed (by one who is no debtor, and no text says whose it is), paid (the debt was paid since, and no lift was seen), expired, taken or found',
    ),
    conditions: codedList(codeWords.propertyCondition)(
      '财产状况',
      `what texts say of it: ${propertyConditions}`,
    ),
    mortgagees: parties('抵押权人', 'who has a mortgage on it, as named'),
    source: coded(codeWords.eventSource)('来源', 'source'),
    row_key: label('行', 'id of the document, or ordinal of the entry'),
    evidence: text('依据', 'sentence or entry'),
  },
  sql: `
    WITH ordered AS (
      SELECT *, CASE WHEN ${isAsMuch} THEN coalesce(min(CASE WHEN NOT ${isAsMuch} THEN ordinal END) OVER (${orderOf}), ordinal)
        ELSE min(ordinal) OVER (${orderOf}, thing, amount) END AS of_ordinal
      FROM (SELECT e.*, ${folded('e.property')} AS thing FROM stated_events AS e WHERE (kind IN ${measures} OR ${isTaken}) AND role = 'defendant' QUALIFY ${isFirstHand})),
    held AS (
      SELECT * EXCLUDE (of_ordinal), ${dayOf} AS day, list_sort(list_distinct(list_filter(list(kind) OVER (${orderOf}, of_ordinal), lambda k: k <> kind))) AS or_kinds
      FROM ordered QUALIFY is_lifted OR row_number() OVER (${orderOf}, of_ordinal ORDER BY ordinal, kind) = 1
      UNION ALL BY NAME
      SELECT e.* REPLACE (coalesce(term_months, ${termIn('property')}) AS term_months, coalesce(until_on, ${lastDayIn('property')}) AS until_on), ${dayOf} AS day, '' AS thing, [] AS or_kinds FROM stated_events AS e WHERE kind = 'shares_frozen'),
    lifts AS (
      SELECT enterprise_id, family_key, day, thing FROM held WHERE is_lifted
      UNION ALL SELECT enterprise_id, family_key, ${dayOf}, '' FROM stated_events WHERE kind = 'all_lifted'),
    paid AS (
      SELECT enterprise_id, coalesce(likely_key, family_key) AS dispute, max(${dayOf}) FILTER (kind = 'paid') AS paid_on FROM stated_events LEFT JOIN likely_joins USING (enterprise_id, family_key)
      WHERE kind IN ('paid', 'ended_unpaid') AND role = 'defendant' GROUP BY ALL HAVING paid_on IS NOT NULL AND NOT coalesce(max(${dayOf}) FILTER (kind = 'ended_unpaid') > paid_on, false)),
    given AS (
      SELECT enterprise_id, family_key, ${dayOf} AS day, regexp_replace(evidence, '[^，。；]*公司', '', 'g') AS said FROM stated_events
      WHERE kind = 'collected' AND regexp_matches(evidence, '抵[债偿顶]')),
    standing AS (
      SELECT enterprise_id, family_key, kind, thing, property, amount, max(day) AS since, arg_max(case_key, ${latest}) AS case_key, arg_max(currency, ${latest}) AS currency, arg_max(or_kinds, ${latest}) AS or_kinds,
        arg_max(happened_on IS NOT NULL OR is_decided OR source = 'registration', ${latest}) AS is_since_known,
        bool_and(NOT is_named AND list_contains(conditions, 'claimed by other')) AS is_claimed, arg_max(until_on, ${latest}) AS stated_until, arg_max(term_months, ${latest}) AS months, arg_max(source, ${latest}) AS source, arg_max(detail, ${latest}) AS status, arg_max(evidence, ${latest}) AS evidence,
        list_sort(list_distinct(flatten(list(conditions)))) AS conditions, list_sort(list_distinct(list(mortgagee) FILTER (mortgagee IS NOT NULL))) AS mortgagees,
        arg_max(coalesce(document_id, ordinal::VARCHAR), ${latest}) AS row_key
      FROM held WHERE NOT is_lifted GROUP BY ALL),
    ended AS (
      SELECT s.*, coalesce(stated_until, CASE WHEN kind NOT IN ('found', 'taken', 'waiting') AND NOT (${isEntered} AND months IS NULL) AND since > DATE '0001-01-01' THEN (since + to_months(coalesce(months, ${longest})::INTEGER))::DATE END) AS until_on,
        coalesce(stated_until IS NOT NULL OR (months IS NOT NULL AND kind <> 'waiting'), false) AS is_term_stated,
        EXISTS (SELECT 1 FROM lifts AS l WHERE l.enterprise_id = s.enterprise_id AND l.family_key = s.family_key AND l.day >= s.since
          AND (contains(l.thing, s.thing) OR contains(s.thing, l.thing) OR regexp_matches(l.thing, '财产$') OR ${classOf('l.thing')} = ${classOf('s.thing')} OR s.thing = '财产')) AS is_lifted,
        EXISTS (SELECT 1 FROM paid AS p WHERE p.enterprise_id = s.enterprise_id AND p.dispute = coalesce(j.likely_key, s.family_key) AND (p.paid_on >= s.since OR NOT s.is_since_known)) AS is_paid,
        ${classOf('s.thing')} NOT IN ('money', 'all') AND EXISTS (SELECT 1 FROM given AS g WHERE g.enterprise_id = s.enterprise_id AND g.family_key = s.family_key AND g.day >= s.since AND contains(g.said, ${withoutCount('s.thing')})) AS is_given
      FROM standing AS s LEFT JOIN likely_joins AS j USING (enterprise_id, family_key))
    SELECT enterprise_id, case_key, family_key, kind, or_kinds,
      CASE WHEN kind = 'shares_frozen' THEN source <> 'registration' OR ${isOwnEntry} WHEN ${isOfShares('property')} THEN false END AS is_own_equity,
      property, amount, currency, nullif(since, DATE '0001-01-01') AS since, is_since_known, CASE WHEN is_since_known OR stated_until IS NOT NULL THEN until_on END AS until_on,
      CASE WHEN NOT is_since_known AND stated_until IS NULL THEN until_on END AS until_at_latest,
      CASE WHEN (len(or_kinds) > 0 OR (kind = 'frozen' AND ${classOf('thing')} = 'all')) AND NOT is_term_stated AND is_since_known AND until_on IS NOT NULL THEN (since + to_months(coalesce(${moneyTerm}, ${longestOfMoney})::INTEGER))::DATE END AS money_until_on,
      is_term_stated, money_until_on IS NOT NULL AND ${moneyTerm} IS NOT NULL AS is_money_term_stated,
      CASE WHEN kind IN ('found', 'taken') THEN kind WHEN is_lifted THEN 'lifted' WHEN is_given THEN 'given' WHEN is_claimed THEN 'claimed' WHEN is_paid THEN 'paid' WHEN until_on < (SELECT max(fetched_at)::DATE FROM calls) THEN 'expired' WHEN kind = 'waiting' THEN 'waiting'
        ELSE 'in force' END AS state, conditions, coalesce(mortgagees, []) AS mortgagees, source, row_key, evidence
    FROM ended AS s LEFT JOIN ${namesOf} AS n USING (enterprise_id)
    WHERE NOT (amount IS NULL AND ${isAsMuch})
      AND NOT (kind = 'found' AND EXISTS (SELECT 1 FROM standing AS o WHERE o.enterprise_id = s.enterprise_id AND o.family_key = s.family_key AND o.kind <> 'found' AND contains(o.thing, s.thing)))
      AND NOT (thing = '财产' AND EXISTS (SELECT 1 FROM standing AS o WHERE o.enterprise_id = s.enterprise_id AND o.family_key = s.family_key AND o.kind = s.kind AND o.thing <> '财产'))`,
}

/** What each event makes of a bankruptcy; of one day the later in this order. */
const stageOf = {
  bankruptcy_accepted: 'accepted',
  administrator: 'accepted',
  reorganisation_stopped: 'accepted',
  plan_approved: 'reorganised',
  composition: 'composed',
  declared_bankrupt: 'declared',
  bankruptcy_withdrawn: 'withdrawn',
  bankruptcy_refused: 'refused',
  bankruptcy_dismissed: 'dismissed',
  bankruptcy_ended: 'ended',
} as const

/** 强制清算 is no bankruptcy: measures go on. */
const procedureOf = {
  强制清算: 'winding_up',
  破产清算: 'liquidation',
  重整: 'reorganisation',
  和解: 'composition',
} as const

const procedureIn = "'(强制清算|破产清算|重整|和解)(的?申请|程序|计划|协议|一案|民事|决定)'"

const kinds = literals(Object.keys(stageOf))
const stage = `CASE kind ${branches(stageOf)} ELSE 'applied' END`
const rank = `list_position([${kinds}], kind)`

/** What an entry of the registration says of its case. */
const entryStage = `CASE WHEN regexp_matches(evidence, '不予受理|驳回') THEN 'refused' WHEN regexp_matches(evidence, '撤回') THEN 'withdrawn'
  WHEN regexp_matches(evidence, '终结') THEN 'ended' WHEN regexp_matches(evidence, '宣告') THEN 'declared'
  WHEN regexp_matches(evidence, '审查中|申请') AND NOT regexp_matches(evidence, '已受理|裁定受理') THEN 'applied'
  WHEN regexp_matches(evidence, '受理') THEN 'accepted' ELSE 'applied' END`

/** What the text of an application of its own says, behind its name: 甲公司以其不能清偿到期债务为由, 对甲公司启动预重整; not 甲公司以乙公司不能清偿. */
const ownGround = `${NAMED}(以(其|自身|公司)?(已经?)?(不能|无法|无力|资不抵债|资产不足|明显缺乏|缺乏|具有重整|具备重整)|(启动|进行|申请)?(预重整|重整|和解|破产清算|破产)(一案|程序|期间|申请|，|；|。|及|并|的))`

/** Texts of bankruptcies that it applied for, as the debtor. */
const ownApplications = `
  SELECT d.enterprise_id, d.document_id FROM (
    SELECT enterprise_id, document_id, library, case_id FROM subject_documents WHERE category = '强制清算与破产案件' AND role = 'plaintiff' AND case_id IS NOT NULL) AS d
  JOIN (SELECT library, case_id, content FROM cases) AS c ON c.library = d.library AND c.case_id = d.case_id
  JOIN (SELECT enterprise_id, name FROM current_names) AS n ON n.enterprise_id = d.enterprise_id
  WHERE (d.library, d.case_id) NOT IN (SELECT (library, case_id) FROM case_parties WHERE side = 'defendant')
    AND regexp_matches(${withNamed('content', 'name')}, ${literals([ownGround])})`

/** The list of a bankruptcy that names the enterprise alone, a title with no other, and a text that calls it the debtor where one is held: a debtor applied for its own (企业破产法, article 7). */
const isAppliedForByItself = `(coalesce(role, 'plaintiff') = 'plaintiff' AND (case_id IS NULL OR (enterprise_id, document_id) IN (${ownApplications})) AND document_id NOT IN (
      SELECT document_id FROM document_parties WHERE side <> 'plaintiff' AND document_id IN (SELECT document_id FROM enterprise_documents WHERE number_category = '强制清算与破产案件'))
    AND document_id IN (SELECT document_id FROM document_parties WHERE side = 'plaintiff' GROUP BY document_id HAVING count(*) = 1)
    AND NOT coalesce(regexp_matches(title, '与|、|对|(公司|银行|厂|中心|合作社|局|店).*(公司|厂|中心|合作社|店)'), false))`

/** The number of a procedure that was opened, and not of an application for one. */
const isOpened = "regexp_matches(case_key, '破|强清') AND NOT contains(case_key, '申')"

/** Documents of a bankruptcy in which the enterprise is no applicant, or the only one named; where none decides, it is only applied for, and where an appeal set a refusal aside it is again. */
const steps = `
  SELECT enterprise_id, family_key, case_key, ${dayOf} AS day, CASE WHEN kind = 'bankruptcy_dismissed' AND regexp_matches(case_key, '[破清]申') THEN 'refused' ELSE ${stage} END AS stage,
    coalesce(${rank}, 0) AS place, coalesce(is_decided, false) AS is_decided, source, document_id, NULL AS entry, evidence FROM stated_events
  WHERE kind IN (${kinds}) AND role = 'defendant'
    AND NOT (is_named AND stated_in = 'case_bankruptcy' AND NOT is_decided AND kind = 'administrator')
    AND NOT (kind = 'bankruptcy_dismissed' AND source = 'list' AND ${isOpened} AND NOT regexp_matches(evidence, '破产|清算|重整|和解'))
  UNION ALL
  SELECT enterprise_id, family_key, case_key, ${dayOf}, ${entryStage}, 0, true, source, NULL, ordinal::VARCHAR, evidence
  FROM stated_events WHERE kind = 'bankruptcy_entry'
  UNION ALL
  SELECT enterprise_id, family_key, case_key, coalesce(decided_on, DATE '0001-01-01'), CASE step WHEN 'examined' THEN 'applied' ELSE step END, CASE WHEN step = 'examined' THEN 1 WHEN step IN ('withdrawn', 'refused', 'dismissed') THEN 0 ELSE -1 END, true, 'list', document_id, NULL, title
  FROM (SELECT *, CASE WHEN outcome IN ('application_withdrawn', 'withdrawn') THEN 'withdrawn' WHEN outcome IN ('set_aside', 'remanded', 'reversed') THEN 'examined' WHEN ${isOpened} THEN 'accepted'
      WHEN outcome IN ('rejected', 'inadmissible', 'application_refused') THEN 'refused' ELSE 'applied' END AS step
    FROM subject_documents WHERE category = '强制清算与破产案件' AND (role = 'defendant' OR ${isAppliedForByItself}))`

/** What says that it was accepted; the number of a procedure (破), its administrator or the end of its reorganisation only shows that it was. */
const isAcceptance = "stage = 'accepted' AND place BETWEEN 0 AND 1"

/** An administrator, or the end of a reorganisation, is no acceptance of its own where another document has that. */
const isAfterAcceptance = `stage = 'accepted' AND place > 1 AND bool_or(${isAcceptance}) OVER (PARTITION BY enterprise_id, family_key)`

/** The ruling that accepts it; where none is held, what reports that. */
const isOpening = `(${isAcceptance} AND (is_decided OR NOT bool_or(${isAcceptance} AND is_decided) OVER (PARTITION BY enterprise_id)))`

/** In the procedure its administrator applies; only an application may be by that of a creditor. */
const isOfApplication =
  "document_id IN (SELECT document_id FROM enterprise_documents WHERE contains(case_number_key, '申'))"

/** Of one day the ruling itself comes before what reports it. */
const opening = '{day: day, is_told: NOT is_decided OR place < 0}'

/**
 * A debtor has one procedure at a time: what follows an acceptance (破申) under the number of the procedure (破) belongs
 * to it, even where no document says so.
 */
const joined = `
  SELECT * EXCLUDE (family_key, opened_by, is_opening), CASE WHEN stage NOT IN ('applied', 'withdrawn', 'refused')
    AND NOT bool_or(is_opening) OVER (PARTITION BY enterprise_id, family_key) THEN coalesce(max(nullif(opened_by, '')) OVER (PARTITION BY enterprise_id, family_key), family_key) ELSE family_key END AS family_key
  FROM (
    SELECT *, last_value(CASE WHEN is_opening THEN family_key WHEN stage IN ('dismissed', 'ended') THEN '' END IGNORE NULLS) OVER (
      PARTITION BY enterprise_id ORDER BY day, is_opening DESC, place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS opened_by
    FROM (SELECT *, ${isOpening} AS is_opening FROM (${steps})))`

/** A dispute of bankruptcy stands at its last step that decides; what is only applied for says nothing after a decision. */
export const bankruptcies: View = {
  term: '破产与清算程序',
  meaning: 'bankruptcies and liquidations of an enterprise, one row a dispute, with the last step known',
  columns: {
    enterprise_id: columns.enterpriseId,
    family_key: columns.familyKey,
    case_key: label('案件键', 'case of the last step'),
    stage: coded(codeWords.bankruptcyStage)(
      '阶段',
      'applied, withdrawn, refused, accepted, dismissed, reorganised, composed, declared or ended',
    ),
    stage_on: date('阶段日期', 'day of that step'),
    procedure: coded(codeWords.bankruptcyProcedure)(
      '程序',
      'liquidation, reorganisation, composition or winding_up, as the sentence of that step, the number of its case or the acceptance names it; NULL where none does',
    ),
    is_current: boolean(
      '是否进行中',
      'whether it is applied for, accepted, reorganised, composed or declared, and not ended',
    ),
    accepted_on: date('受理日期', 'day of acceptance; claims are to be filed from then on'),
    accepted_by: label('受理案件键', 'case of the acceptance'),
    applicants: parties(
      '申请人',
      'document_parties',
      'who applied, by the document that accepts it, else its first',
    ),
    declared_on: date('宣告破产日期', 'day on which it was declared bankrupt'),
    documents_since: bigint(
      '其后其他文书数',
      'documents of the enterprise, of other cases, dated after that step',
    ),
    document_ids: columns.documentIds('its documents'),
    entries: labels('风险条目', 'entries of the registration'),
    evidence: text('依据', 'sentence of that step'),
  },
  sql: `
    SELECT enterprise_id, family_key, case_key, stage, nullif(stage_on, DATE '0001-01-01') AS stage_on,
      CASE WHEN regexp_matches(case_key, '强清|清申') THEN 'winding_up' ELSE CASE regexp_extract(coalesce(nullif(regexp_extract(evidence, ${procedureIn}), ''), accepted_evidence, ''), ${procedureIn}, 1) ${branches(procedureOf)} END END AS procedure,
      stage IN ('applied', 'accepted', 'reorganised', 'composed', 'declared') AS is_current, nullif(accepted_on, DATE '0001-01-01') AS accepted_on, accepted_by,
      coalesce(applicants, []) AS applicants, declared_on,
      (SELECT count(*) FROM subject_documents AS d WHERE d.enterprise_id = b.enterprise_id AND d.family_key <> b.family_key AND d.decided_on > b.stage_on AND NOT list_contains(b.document_ids, d.document_id)) AS documents_since,
      document_ids, entries, evidence
    FROM (
      SELECT enterprise_id, family_key, arg_max(case_key, place_of) AS case_key, arg_max(stage, place_of) AS stage, arg_max(day, place_of) AS stage_on,
        min(day) FILTER (stage = 'accepted') AS accepted_on, arg_min(case_key, ${opening}) FILTER (stage = 'accepted') AS accepted_by,
        arg_min(evidence, ${opening}) FILTER (stage = 'accepted') AS accepted_evidence,
        arg_min(document_id, ${opening}) FILTER (stage = 'accepted' AND document_id IS NOT NULL AND place >= 0) AS accepted_in, min(day) FILTER (stage = 'declared') AS declared_on,
        arg_min(document_id, day) FILTER (document_id IS NOT NULL) AS first_in, arg_max(evidence, place_of) AS evidence,
        coalesce(list_sort(list(DISTINCT document_id) FILTER (document_id IS NOT NULL)), []) AS document_ids,
        coalesce(list_sort(list(DISTINCT entry) FILTER (entry IS NOT NULL)), []) AS entries
      FROM (SELECT *, {is_decided: (stage <> 'applied' OR place = 1) AND place >= 0 AND NOT (${isAfterAcceptance}), day: day, place: place, document_id: coalesce(document_id, '')} AS place_of FROM (${joined}))
      GROUP BY enterprise_id, family_key) AS b
    LEFT JOIN (SELECT document_id, list(DISTINCT name ORDER BY name) AS applicants FROM document_parties
      WHERE side = 'plaintiff' AND (NOT regexp_matches(name, '管理人）?$') OR ${isOfApplication}) AND document_id IN (SELECT document_id FROM enterprise_documents WHERE number_category = '强制清算与破产案件') GROUP BY document_id) AS p
      ON p.document_id = coalesce(b.accepted_in, b.first_in)`,
}
