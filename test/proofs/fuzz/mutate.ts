import { isObject } from '../../../src/contract/values.ts'

/** Seeded changes to an answer: to its values, to the text they are written as, and to its bytes. */

type Random = () => number

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1))

/** JSON text that JSON.stringify does not write: 1e400, -0, a member given twice. */
class Written {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function textOf(value: unknown): string {
  if (value instanceof Written) return value.text
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value).map(([name, held]) => `${JSON.stringify(name)}:${textOf(held)}`)}}`
}

/** Where a value stands. */
interface Place {
  readonly holder: Record<string | number, unknown>
  readonly key: string | number
}

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null || value instanceof Written) return found
  for (const key of Object.keys(value)) {
    const holder = value as Place['holder']
    found.push({ holder, key })
    placesIn(holder[key], found)
  }
  return found
}

/** Also for `__proto__`, which an assignment would not make a member. */
const put = (holder: object, key: string | number, value: unknown): void => {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true })
}

const fragments = [
  ...['', ' ', '\u3000', '\n', '\0', '\u001b[31m', '\u202e', '\u200b', '\ufeff', '\ud800', '\udc00'],
  ...['\\ud800', '👨‍👩‍👧', 'e\u0301\u0316', '１２３', 'ＡＢＣ', '（', '）', '〔', '《', '》', '"', "'"],
  ...['\\', ',', '，', '、', ';', '/*', '--', '{}', '[1]', '{"a":1}', '[[', 'null', 'true', 'false', '无'],
  ...['暂无', '-', '<b onclick=x>粗</b>', '<![CDATA[', '&amp;', '=HYPERLINK("x")', '+1+1', '@SUM(A1)', '%'],
  ...['60%', '0.5', '007', '-1', '1e5', '2147483648', '99999999999999999999', '12345678901234567890.123'],
  ...['0.12345678901234567890', '1000万元人民币', '壹佰万元整', '100元至200元', '99999999999999999999万元'],
  ...['2020-02-30', '0000-00-00', '9999-12-31', '2023年5月6日', '二〇二三年五月六日', '20230506'],
  ...['1970-01-01T00:00:00Z', '自2001-01-01至2021-01-01', '（2023）京0105民初12345号'],
  ...['（2024）浙01民终×××号', '(2023)京0105民初1-99999号'],
  ...['依照《中华人民共和国民法典》第五百七十七条、第五百八十五条第一款之规定', '第一千条至第九千条'],
  ...['第99999999999条', '判决如下：一、被告甲支付原告乙100元；'],
  ...['原告：甲公司，住所地北京。\n被告：乙（以下简称丙）', '驳回上诉，维持原判', '__proto__'],
  ...['constructor', 'DROP TABLE cases', "');--"],
] as const

const numbers = [
  ...['0', '-0', '-1', '1.10', '1e2', '0.30000000000000004', '2147483647', '2147483648', '-2147483649'],
  ...['9007199254740993', '12345678901234567890', '1000000000000000000000000', '1e400', '-1e400', '1e-400'],
  ...['1e308', '5e-324', '20230506', '20230230', '99999999999999999999.99', '0.12345678901234567890123'],
] as const

const names = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', 'id', 'ID', 'ｉｄ', 'data'],
  ...['list', 'lst', 'total', 'extra', 'type', 'status', 'code', 'a.b', 'a[]', '名称', '企业ID'],
  ...[' 企业名称', '董事', '总经理(法定代表人)', '分支机构详情', '风险明细', '对外投资列表', '曾用名'],
  ...['案号', '文书id', '\ud800', '\0', '\n', 'call_key', 'run_id', 'line_', 'seq_'],
  'x'.repeat(300),
] as const

/** Whatever is found again must be this very value: most texts and numbers are like no other. */
function text(random: Random): string {
  const parts = Array.from({ length: 1 + upTo(random, 2) }, () => pick(random, fragments))
  return random() < 0.5 ? parts.join('') : `${parts.join('')}§${Math.floor(random() * 1e9)}`
}

function number(random: Random): Written {
  if (random() < 0.5) return new Written(pick(random, numbers))
  return new Written(String((random() - 0.3) * 10 ** upTo(random, 18)))
}

function value(random: Random, depth = 0): unknown {
  const kind = random()
  if (kind < 0.45) return text(random)
  if (kind < 0.62) return number(random)
  if (kind < 0.7) return random() < 0.5
  if (kind < 0.76) return null
  if (depth > 2) return []
  if (kind < 0.88) return Array.from({ length: upTo(random, 3) }, () => value(random, depth + 1))
  return object(random, depth + 1)
}

function object(random: Random, depth: number): object {
  const made = {}
  for (let left = upTo(random, 3); left > 0; left -= 1) put(made, pick(random, names), value(random, depth))
  return made
}

const nested = (levels: number, inner: unknown): unknown =>
  levels === 0 ? inner : levels % 2 === 0 ? [nested(levels - 1, inner)] : { 层: nested(levels - 1, inner) }

/** A value in another type: a number as text, a text as a list, a list as its first item. */
function retyped(random: Random, old: unknown): unknown {
  if (Array.isArray(old)) return random() < 0.5 ? (old[0] ?? null) : textOf(old)
  if (typeof old === 'string' && /^-?\d{1,15}$/.test(old)) return Number(old)
  if (typeof old === 'number' || typeof old === 'boolean') return String(old)
  return pick(random, [[old], { 值: old }, [[old]], textOf(old)])
}

type Change = (random: Random, place: Place, places: readonly Place[]) => void

const changes: readonly Change[] = [
  (random, { holder, key }) => put(holder, key, value(random)),
  (random, { holder, key }) => put(holder, key, value(random)),
  (random, { holder, key }) => put(holder, key, retyped(random, holder[key])),
  (_, { holder, key }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
  },
  (random, { holder, key }) => {
    if (Array.isArray(holder)) holder.push(value(random))
    else {
      put(holder, pick(random, names), holder[key])
      delete holder[key]
    }
  },
  (random, { holder }) =>
    put(holder, Array.isArray(holder) ? holder.length : pick(random, names), value(random)),
  (random, { holder, key }) => {
    const old = holder[key]
    if (typeof old !== 'string') return
    const at = upTo(random, old.length)
    put(holder, key, old.slice(0, at) + text(random) + (random() < 0.3 ? '' : old.slice(at)))
  },
  (random, { holder, key }) => {
    const old = holder[key]
    if (typeof old === 'string') put(holder, key, random() < 0.5 ? old.normalize('NFKC') : fullWidth(old))
  },
  (random, { holder, key }, places) => {
    const other = pick(random, places)
    // A holder within itself would never end.
    if (typeof holder[key] === 'object' || typeof other.holder[other.key] === 'object') return
    const old = holder[key]
    put(holder, key, other.holder[other.key])
    put(other.holder, other.key, old)
  },
  (random, { holder, key }) => {
    if (Array.isArray(holder) || isMany(random, 0.6)) return
    const again = random() < 0.3 ? holder[key] : value(random)
    put(holder, key, new Written(`${textOf(holder[key])},${JSON.stringify(key)}:${textOf(again)}`))
  },
  (random, { holder, key }) => {
    if (!isMany(random, 0.7)) put(holder, key, nested(pick(random, [5, 12, 40, 58, 66]), value(random)))
  },
]

const isMany = (random: Random, share: number): boolean => random() < share

const fullWidth = (old: string): string =>
  old.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

/** Characters and words that rules repeat: each alone fills a text of a million. */
const runs = [
  ...[' ', '\n', '0', '1', '一', '第', '条', '、', '，', '（', '《', '》', '-', '至', '元', '号', 'a'],
  ...['\\', '"', '\ud800', '\0', 'e\u0301\u0316', '判决如下：', '原告：甲，', '支付100元，'],
  ...['依照《民法典》第一条、', '（2023）京01民初1号、', '驳回', '审判'],
] as const

/** One answer out of another: its JSON text, with up to `most` changes. */
export function mutated(random: Random, body: unknown, most = 4): string {
  const changed = { body: structuredClone(body) }
  for (let left = 1 + upTo(random, most - 1); left > 0; left -= 1) {
    const places = placesIn(changed)
    const place = pick(random, places)
    if (place === undefined) break
    pick(random, changes)(random, place, places)
  }
  return textOf(changed.body)
}

/** The answer with one of its texts a million characters long. */
export function swollen(random: Random, body: unknown): string {
  const changed = { body: structuredClone(body) }
  const texts = placesIn(changed).filter(({ holder, key }) => typeof holder[key] === 'string')
  const { holder, key } = pick(random, texts)
  const run = pick(random, runs)
  const old = String(holder[key])
  put(holder, key, `${old}${run.repeat(Math.ceil(1_000_000 / run.length))}${random() < 0.5 ? '' : old}`)
  return textOf(changed.body)
}

/** Bytes that are not what was sent. */
export function damaged(random: Random, bytes: Buffer): Buffer {
  const at = upTo(random, Math.max(0, bytes.byteLength - 1))
  const before = bytes.subarray(0, at)
  const insert = (more: Buffer, from = at) => Buffer.concat([before, more, bytes.subarray(from)])
  return pick(random, [
    () => before,
    () => bytes.subarray(at),
    () => insert(Buffer.from([upTo(random, 255)])),
    () => insert(Buffer.from([upTo(random, 255)]), at + 1),
    () => insert(Buffer.alloc(0), at + 1 + upTo(random, 8)),
    () =>
      insert(
        Buffer.from(
          pick(random, [
            ...['\ufeff', '\n', '\t', ' ', ',', '"', '{', '[', '}', ']', '\0', '\\u0000', '\\ud800', '中'],
          ]),
        ),
      ),
    () =>
      insert(
        Buffer.from(
          pick(random, [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe4, 0xb8]]),
        ),
      ),
    () => Buffer.concat([Buffer.from('\ufeff'), bytes]),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.from(bytes.toString('utf8').replaceAll(':', ' :\n')),
    () => Buffer.from(bytes.toString('latin1'), 'utf8'),
  ])()
}
