import { MOST_PARTIES } from './bounds.ts'
import { isHidden, isNaturalPerson, withoutGloss } from './names.ts'
import { HAS_POSITION, HEAD_POSITION, POSITION_LIST } from './positions.ts'
import { matchesOf, openingOf, type Range, withoutBlanks } from './text.ts'

export type Introduced = {
  readonly position: string
  /** Positions in the brackets behind it: 一审原告、反诉被告; null where there are none. */
  readonly original: string | null
  readonly names: readonly string[]
}

/** What stands in a head's brackets; one pair inside another at most. */
const BRACKETS = '[（(](?:[^（()）\\n]|[（(][^（()）\\n]{0,30}[)）]){1,60}[)）]'
const ORDINAL = '(?:[（(][一二三四五六七八九十\\d]{1,3}[)）]|[一二三四五六七八九十\\d]{1,2}(?=\\s?[：:]))?'
const NO_PARTY =
  '(?:代理|代表|负责|辩护|[经承]办|联[系络]|投资|监护|合伙|控制|[见]?证|鉴定|翻译|委托|收件|签发|法|本|个)人'
const PARTICULARS =
  '[^，。；：:\\n]{2,60}[，,](?:男|女|住|\\d{4}年|统一社会|组织机构|身份证|公民身份|[一-龥]{1,4}族|法定代表|系|户籍)'
/** Up to the first word of a line, the number of an item left out. */
const LEADING = '^\\s{0,8}(?:[（(]?[一二三四五六七八九十\\d]{1,2}[)）、.．])?\\s?'
/** At the head of a line, any other word that ends in 人: 参与分配申请人：甲; 被限制人乙，男. */
const OTHER_POSITION = `(?<=${LEADING})(?![一-龥]{0,9}?${NO_PARTY})[一-龥]{1,10}?人(?=${ORDINAL}(?:${BRACKETS})?\\s?[：:]|${PARTICULARS})`
const INTRODUCTION = `(?:第[一二三四五六七八九十]{1,2}(?=[原被]告))?(${POSITION_LIST}|${HEAD_POSITION}|${OTHER_POSITION})${ORDINAL}((?:${BRACKETS}){0,2})\\s?([：:])?`
const INTRODUCED = new RegExp(INTRODUCTION, 'g')
const IS_POSITION = new RegExp(`^(?:${POSITION_LIST})$`)

/** Who acts for a party, or what is said of it: 原告委托诉讼代理人, 被告法定代表人, 原告诉称. */
const NOT_A_NAME =
  /^(?:[之的与因在对，,。：:；;、]|及其|(?:一|双)?方(?:[诉辩认委主在于，]|$)|共同|委托|法定|诉讼|负责人|代理人|代表人|辩护|经营者|诉称|辩称|称|认为|提出|不服|起诉|变更|指控|当庭|支付|给付|偿还|返还|赔偿|承担|于(?=[\d本上下])|向(?=[本人法])|请求|主张|$)/
/** Where the record of the proceedings begins: the parties stand before it. */
export const ACTS =
  /一案|纠纷案|诉称|辩称|向本院|本院(?:于|受理|立案|审理|依法|认为|在)|提起|提出|起诉书|指控|公诉至|(?:判决|裁定|决定)如下|不服[^。]{0,60}号/
/** In prose that may begin with 被告 too: a colon, or what is said of a party after its name. */
const STRICT = new RegExp(
  `^\\s{0,8}${POSITION_LIST}(?:${BRACKETS})?(?:\\s?[：:]|[^，。；\\n]{2,60}，(?:[男女住]|\\d{4}年|统一社会|身份证|公民身份|汉族|法定代表))`,
)
const HAS_PARTICULARS = new RegExp(`^${PARTICULARS}`)
const JOINED = /(?:与|诉|不服|以|和|及|因|、|等|为|向|对|系|是|由|之|的|将|申请|[，,])$/
/** Of five hundred parties with forty sentences each; a longer section repeats a mark. */
const MOST_LINES = 20_000
const [LONGEST_NAME, LONGEST_LINE] = [100, 4000]
/** 被告一甲公司 and 被告二乙: numbers, where one follows the other. */
const NUMBERED = /(?<=(?:^|[\n。；])\s{0,8}(?:[原被]告|被申请人|第三人))[一二三四五六七八九十](?=[一-龥])/g
const IS_NUMBERED =
  /(?:^|[\n。；])\s{0,8}([原被]告|被申请人|第三人)一[一-龥][\s\S]{0,2000}[\n。；]\s{0,8}\1二/

/** Up to the record of the proceedings. Prose introduces none: strict where the text begins as no document. Linear. */
export function introducedIn(text: string, kind: 'section' | 'content', causes: readonly string[]) {
  const opening = openingOf(text)
  const rest = text.slice(opening.length)
  const headless = withoutHeads(opening, rest, causes)
  if (headless.length > 0) return headless
  const isHead = kind === 'section' || opening !== ''
  const given = withoutBlanks(rest)
  const head = IS_NUMBERED.test(given) ? given.replace(NUMBERED, '$&：') : given
  const found: Introduced[] = []
  let [isList, hasColons] = [false, false]
  for (const line of head.split(/\n|(?<=[。；;])/, MOST_LINES)) {
    if (line.trim() === '') continue
    const isRecord = ACTS.test(line)
    if (isRecord && found.length > 0 && !isHead) break
    const last = found.at(-1)
    const here =
      isHead || STRICT.test(line) ? partiesOfLine(line.slice(0, LONGEST_LINE), isRecord, hasColons) : []
    hasColons ||= here.length > 0 && /^[^，。；]{0,60}[：:]/.test(line)
    if (here.length === 0 && isList && last !== undefined && !isRecord && last.names.length < MOST_PARTIES)
      found[found.length - 1] = { ...last, names: [...last.names, ...listedName(line)] }
    found.push(...here)
    if (isRecord && isHead && found.length === 0) found.push(...named(line, causes))
    if ((isRecord && found.length > 0) || found.length >= MOST_PARTIES) break
    isList = /[；;]\s*$/.test(line) && (here.length > 0 ? !/[，,]/.test(line) : isList)
  }
  // A head may introduce the debtors alone: 被执行人：甲。…申请执行人乙申请执行你….
  const hasCreditor = !ADDRESSED.test(opening) || found.some(({ position }) => position !== '被执行人')
  return hasCreditor ? found : [...creditorIn(head.slice(0, LONGEST_LINE), causes), ...found]
}

/** An order of an enforcement court that is addressed to the debtor: 限制消费令, 执行通知书, 报告财产令. */
const ADDRESSED =
  /(?:限\s?制\s?(?:高\s?)?消\s?费\s?令|(?<!协\s?助\s?)执\s?行\s?通\s?知\s?书|报\s?告\s?财\s?产\s?令)/
/** The same by what a warning or a decision says to its addressee. */
const ENFORCED = /^[^。；]{0,200}(?:申请(?:强制)?执行你|决定将你[^。；]{0,12}纳入失信)/
const ADDRESSEE = /^\s{0,8}((?:[^。；：:（(\n]|[（(][^（()）\n]{0,60}[)）]){2,200})[：:]\s*\n?/
const CREDITOR =
  /申请执行人\s?[：:]?([^，。；：:\n]{2,60}?)(?=申请执行|向本院|与|诉你|[，。；\n])|^\s?关于(?:申请执行人)?([^，。；：:\n]{2,60}?)(?:申请执行|与)你[们方]?[^。；\n]{0,60}一案|^\s?((?:(?!执行|本院)[^，。；：:\n]){2,60}?)申请(?:强制)?执行你|执行的?(?!的?申请执行人)([^，。；：:\n]{2,60}?)(?:申请执行你|与[^。；\n]{2,200}?一案)|你[们方]?(?:单位|公司)?与(?:申请执行人)?([^，。；：:\n]{2,80}?)一案/g
/** 根据申请人甲的申请…裁定受理乙破产清算一案. */
const ANNOUNCED =
  /(?:根据(?:申请人([^，。；\n]{2,40}?)|[^，。；\n]{2,40}?)的申请)[^。；\n]{0,60}?(?:裁定|决定)[^。；\n]{0,4}?受理([^，。；\n]{2,40}?)(?:（[^）\n]{0,40}）)?(?:破产|重整|强制清算|和解)/

/** The parties of an order of an enforcement court to its debtors, and of an announcement of a bankruptcy: they have no heads. */
function withoutHeads(opening: string, text: string, causes: readonly string[]): Introduced[] {
  const isAnnounced = /公\s{0,4}告/.test(opening)
  if (opening === '' || (!isAnnounced && !/[令知]/.test(opening) && !text.includes('你'))) return []
  const head = withoutBlanks(text.slice(0, LONGEST_LINE))
  if (ADDRESSED.test(opening) || ENFORCED.test(head)) return addressed(head, causes)
  const [, applicant = '', debtor = ''] = (isAnnounced ? ANNOUNCED.exec(head) : null) ?? []
  return [
    ...inPosition('申请人', applicant.split('、')),
    ...inPosition('被申请人', [debtor.replace(/^(?:对|被申请人|债务人)/, '')]),
  ]
}

/** 对你单位法定代表人张某限制消费: who only speaks for a debtor is addressed with it, but 申请执行你们 means all who are addressed. */
const SPEAKS = /(?:代表人|负责人|控制人|责任人员?)\s?[）)：:]?$/

function addressed(head: string, causes: readonly string[]): Introduced[] {
  const [whole = '', names = ''] = ADDRESSEE.exec(head) ?? []
  const record = /与[^。；\n]{2,200}?一案/.exec(head)?.[0] ?? ''
  const areAll = /(?:执行|因|与)你们/.test(head)
  const isMeant = (name: string): boolean => {
    const before = head.split(name).slice(0, -1)
    return areAll || record.includes(name) || !before.some((words) => SPEAKS.test(words))
  }
  const debtors = inPosition('被执行人', names.split(/[、，,]/).filter(isMeant))
  return debtors.length === 0 ? [] : [...creditorIn(head.slice(whole.length), causes), ...debtors]
}

function creditorIn(text: string, causes: readonly string[]): Introduced[] {
  for (const [, ...names] of matchesOf(text, CREDITOR)) {
    const given = names.find((name) => name !== undefined)?.replace(/一案$/, '') ?? ''
    const found = inPosition('申请执行人', [beforeCause(given, causes) ?? given])
    if (found.length > 0) return found
  }
  return []
}

function inPosition(position: string, given: readonly string[]): Introduced[] {
  const names = given.flatMap((name) => namesAt(name))
  return areWhole(names) ? [{ position, original: null, names }] : []
}

/** 申请执行人张某；李某；王某: the names that go on a list. */
function listedName(line: string): string[] {
  const name = line.replace(/[。；;\s]+$/, '').trim()
  return isWholeName(name) && isName(name) && !/[，,：:]/.test(name) ? [name] : []
}

/** Words that introduce parties, and where they stand in their line. */
type Token = Omit<Introduced, 'names'> & Range & { readonly hasColon: boolean }

const SHORT_NAME = /(?:简|统|合|下|通)称(?:为)?\s?[：:“"‘「]{0,2}$/

function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  for (const match of matchesOf(line, INTRODUCED)) {
    const { index: from, 0: whole, 1: list = '', 2: brackets = '', 3: colon } = match
    const to = from + whole.length
    const last = tokens.at(-1)
    const hasColon = colon !== undefined
    const gap = line.slice(last?.to, from)
    const before = gap.slice(gap.lastIndexOf('、') + 1)
    const after = line.slice(to, to + LONGEST_NAME)
    const isInName =
      last !== undefined && isWithinName(before, after, last.hasColon, last.hasColon && gap === '')
    const isShortName = SHORT_NAME.test(line.slice(Math.max(0, from - 8), from))
    const isRemark = last !== undefined && /.{2}[（(]系?(?:本案)?$/.test(gap)
    if (!isShortName && !isRemark && (hasColon || !isInName))
      tokens.push({ from, to, hasColon, ...positionsOf(list, brackets) })
  }
  return tokens
}

/** 原告暨反诉被告 says what 原告（反诉被告） says. */
function positionsOf(list: string, brackets: string) {
  const [position = list, ...joined] = list.split(/[暨兼]/)
  const inner = brackets.replace(/^[（(]|[)）]$/g, '').replace(/[)）][（(]/g, '、')
  const others = HAS_POSITION.test(inner) ? [...joined, inner] : joined
  return { position, original: others.join('、') || null }
}

const FIRM_BEHIND = /^[^，,。；;：:、（(\n]{0,60}?(?:公司|合作社|事务所|[厂店行部])(?=[，,。；;（(、\n]|$)/
const NOT_IN_NAME = /[，,。；;：:、（()）\s]|要求|请求|申请|追加|主张|代[表理]|[支给交]付|[偿返归]还/

/** Whether words of position stand within the name of a firm (云江原告知信息有限公司); `isFirst`: behind a colon a name may begin with them. */
function isWithinName(before: string, after: string, hasColon: boolean, isFirst: boolean): boolean {
  if (before === '' || before.length > 8) return isFirst && FIRM_BEHIND.test(after)
  const isWhole = hasColon ? ORGANISATION.test(before) || isHidden(before) : isWholeName(before)
  return !isWhole && !NOT_IN_NAME.test(before) && !JOINED.test(before) && FIRM_BEHIND.test(after)
}

/** The heads of a line. Behind some with colons one without may be prose (申请执行人书面同意…): it counts where its names are certainly some. */
function partiesOfLine(line: string, isRecord: boolean, hasColons: boolean): Introduced[] {
  const tokens = tokensOf(line)
  const record = isRecord ? recordStart(line, tokens) : tokens.length
  const heads: Token[] = []
  for (const [index, token] of tokens.slice(0, record).entries()) {
    if (isIntroduction(line, token, tokens[index - 1], heads)) heads.push(token)
  }
  const end = tokens[record]?.from ?? line.length
  return heads.flatMap(({ to, position, original, hasColon }, index) => {
    const rest = line.slice(to, Math.min(heads[index + 1]?.from ?? end, to + 4 * LONGEST_NAME))
    if (!hasColon && NOT_A_NAME.test(rest)) return []
    const names = namesAt(rest, hasColon)
    const isSure = IS_POSITION.test(position) && (hasColon || !(hasColons || isRecord))
    const isMeant = isSure ? names.length > 0 : areWhole(names)
    return isMeant ? [{ position, original, names }] : []
  })
}

/** The first position of 原告甲与被告乙…一案: it is joined to the next, is the last without a colon, or has 一案 behind it. */
function recordStart(line: string, tokens: readonly Token[]): number {
  const found = tokens.findIndex(({ to, hasColon }, index) => {
    const behind = line.slice(to, tokens[index + 1]?.from)
    const isJoined = index === tokens.length - 1 || JOINED.test(behind.replace(REMARK, ''))
    return !hasColon && (isJoined || OF_RECORD.test(behind))
  })
  return found < 0 ? tokens.length : found
}

/** A record that names a single party: 申请人甲公司于2024年1月15日向本院申请财产保全; 申请人甲申请宣告票据无效一案. */
const OF_RECORD = /^[^，。；：:\n]{2,60}(?:于\d{4}年[^，。；：:\n]{0,30})?向本院|^[^，。；：:\n]{2,120}一案/

const LEADS = new RegExp(`${LEADING}$`)

function isIntroduction(line: string, token: Token, previous: Token | undefined, heads: readonly Token[]) {
  const { from, to, hasColon } = token
  if (from <= 16 && LEADS.test(line.slice(0, from))) return true
  const before = line.slice(Math.max(0, from - 4), from)
  if (hasColon) return !/[的与、]$/.test(before)
  const last = heads.at(-1)
  if (last === undefined || last !== previous || JOINED.test(before)) return false
  return !/[，,。；：:]/.test(line.slice(last.to, from)) || HAS_PARTICULARS.test(line.slice(to, to + 120))
}

const BEHIND_NAME =
  /(?<=.)(?:的?(?:共同)?(?:委托|诉讼|法定|指定)(?:诉讼)?代理人|申请(?!人)|法定代表人|诉讼代表人|主要负责人|负责人(?=[：:\p{Script=Han}]{2,5}$)|经营者|住所地|住址|统一社会信用|公民身份|身份证|辩护人|自报|曾用名|又名|别名|绰号|化名|因涉嫌)/u

/** The names up to the first comma or full stop outside brackets; several are joined by 、. */
function namesAt(text: string, hasColon = false): string[] {
  const given = text.trim().replace(/^[（(]?自报(?:姓名|名)?[)）]?[：:]?/, '')
  const bare = given.slice(0, nameEnd(given)).replace(REMARK, '').trim()
  return bare
    .slice(0, BEHIND_NAME.exec(bare)?.index)
    .split('、')
    .map((name) => withoutGloss(name.trim().replace(COUNTED, '').trim().replace(/的$/, '')))
    .filter((name, index) => name.length <= LONGEST_NAME && isName(name, hasColon, hasColon && index === 0))
}

function isName(name: string, hasColon = false, isFirst = false): boolean {
  const { index = 0, 0: position = '' } = HAS_POSITION.exec(name) ?? {}
  const [before, after] = [name.slice(0, index), name.slice(index + position.length)]
  return !NO_NAME.test(name) && (position === '' || isWithinName(before, after, hasColon, isFirst))
}
const NO_NAME = /^(?:|男|女|汉族|无|略)$|之[妻夫父母子女]$|为由|根据|依据|未按|[：:“”《》\n]/

/** 丙公司等3人 names 丙公司 alone. */
const COUNTED = /(?<=..)等(?:人|[\d〇一二两三四五六七八九十百]{1,4}(?:人|[名家位][^，。；]{0,8}))$/

function nameEnd(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '（' || character === '(') depth++
    else if (character === '）' || character === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && '，,。；;：:\n'.includes(character)) return at
  }
  return text.length
}

/** 甲（集团）公司 keeps its brackets; （以下简称甲公司） and （身份证号…） are no part of a name. */
const REMARK =
  /[（(](?:(?<=管理人[（(])|[^（()）]{1,12}(?:之|的)(?:[妻夫父母子女]|配偶|丈夫|妻子|父亲|母亲|儿子|女儿)(?=[）)])|以下|下称|简称|自报|曾用名|原|现名|无民事行为能力|限制民事行为能力|中文|英文|外文|译名|集体(?:企业|所有)|个人独资|国有(?:企业|独资)|全民所有|仲裁|又名|别名|化名|绰号|统一社会|身份证|公民身份|组织机构|注册号|系|本案|第[一二三四五六七八九十]被告|被告[一二三四五六七八九十]|法定代表人|负责人|反诉|本诉|一审|二审|个体|经营者|缺席|未到庭|已|男|女|注)[^（()）]{0,200}(?:[（(][^（()）]{0,60}[)）][^（()）]{0,60})?[)）]/g

const ORGANISATION =
  /(?:公司|厂|店|行|社|中心|医院|法院|检察院|学校|大学|中学|小学|幼儿园|局|委员会|政府|委|会|所|馆|站|组|场|部|队|处|厅|署|监狱|监区|基金|（有限合伙）|（普通合伙）|（特殊普通合伙）)$/
/** Words that end the name of one party of a record: 甲诉被告乙, 甲因与被上诉人乙. */
const AFTER_RECORD_NAME = /(?:因)?(?:与|诉|和|及|以及|为与|、|，)*$/

/** The parties of a record without heads (原告甲公司与被告王某借款合同纠纷一案): none where it is not certain where the last name ends. */
function named(line: string, causes: readonly string[]): Introduced[] {
  const record = /^[^。\n]{0,1500}?一案/.exec(line)?.[0].replace(/(?:一)?案$/, '') ?? ''
  const text = beforeCause(record, causes)
  if (text === null) return []
  const tokens = tokensOf(text)
  const parties = tokens.map(({ to, position, original }, index) => {
    const names = namesAt(text.slice(to, tokens[index + 1]?.from).replace(AFTER_RECORD_NAME, ''))
    return { position, original, names }
  })
  return parties.length > 1 && parties.every(({ names }) => areWhole(names)) ? parties : []
}

const WHOLE_NAME =
  /^(.{0,1400}(?:有限公司|有限责任公司|股份公司|分公司|支公司|支行|分行|信用社|合作社|[某×*]{1,3}[甲乙丙丁戊\d]?))[一-龥、]{2,24}(?:纠纷|争议)$/
/** A record without the cause of action that it ends with; null where that is not certain. */
function beforeCause(record: string, causes: readonly string[]): string | null {
  const cause = causes.find((one) => one !== '' && record.endsWith(one))
  return cause === undefined ? (WHOLE_NAME.exec(record)?.[1] ?? null) : record.slice(0, -cause.length)
}

/** Whether a text is a name and nothing else, by its shape: of an organisation, of a person, or a hidden one. */
export const isWholeName = (name: string): boolean =>
  ORGANISATION.test(name) || isNaturalPerson(name) || isHidden(name)

const areWhole = (names: readonly string[]): boolean => names.length > 0 && names.every(isWholeName)
