import { describe, expect, test } from 'vitest'
import { isUscc } from '../../src/contract/identifiers.ts'
import { dateOf, doubleOf, shareOf } from '../../src/contract/values.ts'
import { findAmounts } from '../../src/legal/amounts.ts'
import { findBankruptcy } from '../../src/legal/bankruptcy.ts'
import { parseCapital } from '../../src/legal/capital.ts'
import { findCaseNumbers, parseCaseNumber } from '../../src/legal/case-numbers.ts'
import { findReferences, originKey } from '../../src/legal/case-references.ts'
import { articleOfLabel, findCitations } from '../../src/legal/citations.ts'
import { claimedAmounts } from '../../src/legal/claims.ts'
import { courtLevelOfName } from '../../src/legal/courts.ts'
import { parseDate, signedOn } from '../../src/legal/dates.ts'
import { findEnforcement } from '../../src/legal/enforcement.ts'
import { findBorneFees } from '../../src/legal/fee-bearers.ts'
import { findInterest } from '../../src/legal/interest.ts'
import { lawBaseName } from '../../src/legal/laws.ts'
import { findLiabilities } from '../../src/legal/liabilities.ts'
import { kindOfTitle } from '../../src/legal/named-instruments.ts'
import { enterpriseNameKey } from '../../src/legal/names.ts'
import { parseNumeral } from '../../src/legal/numerals.ts'
import { decidedBelow, operativePart } from '../../src/legal/operative-part.ts'
import { findParties } from '../../src/legal/parties.ts'
import { findPeople } from '../../src/legal/people.ts'
import { classifyOutcome, partyOutcomes } from '../../src/legal/results.ts'
import { findStatements } from '../../src/legal/statements.ts'
import { isWithheld } from '../../src/legal/text.ts'
import { operatingTerm } from '../../src/rows/flatten/company-info.ts'
import { saysNothing } from '../../src/rows/flatten/values.ts'
import { leastCostMs } from '../support/cost.ts'
import { drawn } from '../support/forms.ts'
import { inPart, none, partiesIn, sumsOf } from './reading.ts'

/*
 * No rule costs the square of a text's length (hazards: no hang; issue 4). DOSSIER_TEST_LONG_TEXT=1000000 is the proof; the
 * short form is long enough for what is quadratic to take seconds.
 */

const length = Number(process.env.DOSSIER_TEST_LONG_TEXT ?? 20_000)
/** Of the processor, the least of eight. */
const longestMs = 300

const parties = partiesIn('原告：甲公司，住所地北京。\n被告：乙公司（以下简称乙）。')
const own = parseCaseNumber('（2023）京0105民初1号')

const rules: Readonly<Record<string, (text: string) => unknown>> = {
  citations: findCitations,
  'case numbers': findCaseNumbers,
  references: (text) => originKey(own, findReferences(text, null, own), text),
  amounts: findAmounts,
  claims: (text) => claimedAmounts(`原告提出诉讼请求：1.判令被告支付${text}100元；${text}`, parties),
  'parties section': partiesIn,
  'parties of a full text': (content) =>
    findParties({ ...none, section: '原告：甲公司，住所地北京。', content }),
  'parties of a title': (title) => findParties({ ...none, title, causes: [title.slice(-20)] }),
  'operative part': (text) => operativePart(null, `${text}判决如下：${text}`),
  'decision below': (text) => decidedBelow(`${text}判决如下：驳回上诉，维持原判。`),
  'listed decisions': (text) => operativePart(null, `裁判结果：\n${text}`, own.key),
  orders: (text) => sumsOf(`一、被告乙公司支付原告甲公司${text}100元；二、${text}`, parties),
  outcome: (text) =>
    classifyOutcome(operativePart(text, null), { kind: text, category: text, procedure: text }),
  'day of signing': signedOn,
  withheld: isWithheld,
  'results of parties': (text) =>
    partyOutcomes(
      parties,
      { outcome: 'partly_granted', rule: '', evidence: '' },
      operativePart(`一、${text}；二、驳回其他诉讼请求。`, null),
      [],
    ),
  people: (text) => findPeople(text, parties),
  'people of a head': (text) => findPeople(`原告：甲公司。${text}`, parties),
  liabilities: (text) =>
    inPart(`一、被告乙公司${text}承担连带责任；二、${text}`, (part) => findLiabilities(part, parties)),
  interest: (text) =>
    inPart(`一、被告乙公司支付100元及利息（自${text}起以${text}）；二、${text}`, (part) =>
      findInterest(part, [], parties),
    ),
  fees: (text) =>
    inPart(`一、驳回；二、${text}\n案件受理费${text}由乙公司负担${text}`, (part) =>
      findBorneFees(part, parties),
    ),
  bankruptcy: (text) => {
    const whole = `本院裁定受理${text}破产清算，指定${text}为管理人。裁定如下：宣告${text}破产；${text}`
    return findBankruptcy(whole, operativePart(null, whole), parties)
  },
  'bankruptcy elsewhere': (text) => {
    const whole = `经查，${text}宣告破产。裁定如下：${text}受理破产；终结执行`
    return findBankruptcy(whole, operativePart(null, whole), parties, false)
  },
  enforcement: (text) => {
    const whole = `本院冻结被告乙公司${text}。裁定如下：冻结被告乙公司${text}期限一年；${text}`
    return findEnforcement(whole, operativePart(null, whole), parties, {
      isEnforcement: true,
      own,
    })
  },
  'what a suit reports of an enforcement': (text) => {
    const whole = `原告称，${text}经查，${text}（2022）京0105执2号案件执行到位100元。判决如下：${text}`
    return findEnforcement(whole, operativePart(null, whole), parties, { isEnforcement: false, own })
  },
  'statements about other cases': (text) => {
    const whole = `原告称，${text}经查，（2022）京0105民初2号${text}已发生法律效力。判决如下：撤销（2022）京0105民初2号${text}`
    return findStatements(whole, operativePart(null, whole), { own, isEnforcement: true, enforcement: [] })
  },
  'one case number': parseCaseNumber,
  date: dateOf,
  day: parseDate,
  'operating term': operatingTerm,
  capital: parseCapital,
  'enterprise name': enterpriseNameKey,
  law: lawBaseName,
  'kind of a title': kindOfTitle,
  court: courtLevelOfName,
  uscc: isUscc,
  numeral: parseNumeral,
  'article label': articleOfLabel,
  share: shareOf,
  double: doubleOf,
  nothing: saysNothing,
}

const runs = [
  ...[' ', '\n', '\u3000', '0', '一', '第', '，', '（', '）', '《', '》', '-', '—', '～', '至', '到', '元'],
  ...['万', '1,', '×', '号', 'e\u0301\u0316', 'ﷺ', '\ud800', '第一条、', '判决如下：', '审判'],
  ...['原告：甲，', '支付', '驳回', '冻结', '依照《民法典》', '（2023）京01民初1号、', '以下简称'],
  ...['争议焦点为', '一、甲；', '受理', '公司', '犯盗窃罪，', '责令', '生效后', '不服', '传唤'],
  ...['自2020年1月1日起利息', '受理费1元负担', '冻结、', '终结', '1元'],
]

/** Runs of the words that a rule itself looks for: each time. */
const ownLength = 50_000
const sums = [
  ...['第', '元', '（', '1', '一、', '支付', '甲公司支付乙公司100元，', '驳回', '变更', '向', '诉讼请求'],
  ...['扣除1元', '承担连带清偿责任；', '1元，还应2元', '欠1元支付', '范围1元', '被执行人冻结1元'],
  '的70%即1元',
]
const ownRuns: Readonly<Record<string, readonly string[]>> = {
  orders: sums,
  claims: sums,
  'decision below': ['判决：一、', '依照《民法典》第一条规定，判决：一、', '一审法院判决'],
  outcome: ['驳回', '撤销', '变更', '终结', '撤回', '由', '犯', '号', '第'],
  enforcement: [
    ...['冻结第三人甲公司', '强制执行第三人', '第三人甲公司的', '执行中自', '约定每月支付案款'],
    ...['以其房屋', '以其房屋提供', '抵偿债务', '撤销执行通知书中', '不再承担', '免除', '履行了债务已'],
    ...['申请执行，要求被执行人', '申请执行请求被执行人支付1元', '，申请人分得案款1元，'],
    ...[
      '执行中，达成协议：支付案款1元；',
      '执行中分期支付案款1元，已',
      '执行中，达成协议：\n愿支付案款1元；\n',
    ],
  ],
  'bankruptcy elsewhere': [
    '甲公司已被',
    '甲公司经某某法院裁定',
    '被执行人已被法院受理',
    '宣告破产，甲公司被',
  ],
  'statements about other cases': [
    ...['判决生效后，已支付', '全部清偿', '已实际陆续支付1元', '支付1元（已', '履行', '未达成还款协议'],
    '签订还款协议，如',
  ],
  citations: [
    ...['第', '《', '第一、', '第三条至', '合同第三条', '《甲法》（以下简称《', ')))第三条'],
    ...['和第三条的规定', ' 第 三 条 '],
  ],
}

const filled = (run: string, most = length): string => run.repeat(Math.ceil(most / run.length))

/** What takes longer than it may, with its time. */
function slow(rule: (text: string) => unknown, texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const ms = leastCostMs(() => rule(text), longestMs)
    return ms > longestMs ? [`${JSON.stringify(text.slice(0, 20))}: ${Math.round(ms)} ms`] : []
  })
}

describe('in time that grows with the text', { timeout: 600_000 }, () => {
  const texts = drawn(runs, 16).flatMap((run) => [filled(run), `中${filled(run)}\n中1`])

  test.each(Object.entries(rules))(`%s, of ${length} characters of anything`, (_, rule) => {
    expect(slow(rule, texts)).toEqual([])
  })

  test.each(Object.entries(ownRuns))(`%s, of ${ownLength} characters of its own words`, (name, own) => {
    const rule = rules[name] ?? expect.unreachable(`expected the rule ${name}`)
    const long = own.map((run) => filled(run, ownLength))
    expect(slow(rule, long)).toEqual([])
  })
})
