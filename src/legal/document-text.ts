import { parseDate } from './dates.ts'

/** A day that a text states, `yyyy-MM-dd`, and where, in UTF-16 units. */
export type StatedDay = { readonly date: string; readonly offset: number }

const DIGIT = '[〇○零◯0０OoＯ一二三四五六七八九]'
const SIGNED = new RegExp(
  `[一二][\\s]?${DIGIT}\\s?${DIGIT}\\s?${DIGIT}\\s?年\\s?[元一二三四五六七八九十]{1,3}\\s?月\\s?[一二三四五六七八九十廿卅]{1,4}\\s?日`,
  'g',
)
/** Who signs stands above the date, or the clerk below it. */
const SIGNERS = /(?:审判|执行|陪审|法官|院)[　 ]*[长员官]|审\s*判|执\s*行\s*员|特此(?:通知|公告)|\n\s*$/
const CLERK = /^[\s（）()]{0,8}(?:本件|书\s*记|代\s*书|法官助理|速录|$|\n)/
const NEAR = 80
const TAIL = 6000

/**
 * The day below a document, in Chinese numerals as courts write it (二〇一六年四月十三日); null where none stands between who
 * signs and the clerk, or ends the text. Days in the facts are written in digits, or stand among words. Source: docs/findings.md, Full texts.
 */
export function signedOn(content: string): StatedDay | null {
  const from = Math.max(0, content.length - TAIL)
  for (const match of [...content.slice(from).matchAll(SIGNED)].reverse()) {
    const offset = from + match.index
    const before = content.slice(Math.max(0, offset - NEAR), offset)
    const after = content.slice(offset + match[0].length, offset + match[0].length + NEAR)
    const isSigned = SIGNERS.test(before) || (/[。）)]\s*$/.test(before) && after.trim() === '')
    const parsed = isSigned && CLERK.test(after) ? parseDate(match[0].replace(/\s/g, '')) : undefined
    if (parsed?.precision === 'day') return { date: parsed.date, offset }
  }
  return null
}

const REASON =
  /不(?:予)?公开(?:的)?(?:理由|原因)|不(?:宜|予|在)(?:在)?(?:互联网|上网)?(?:上)?(?:公布|公开)|不在互联网(?:上)?公布/
const LONGEST_REASON = 400
const DECIDES = /(?:判决|裁定|决定|调解|通知)(?:书)?(?:主文)?如下|本院认为|诉讼请求|特此通知/

/** Whether a text only gives the reason why its document is not published; it is no full text then. */
export const isWithheld = (content: string): boolean =>
  content.length <= LONGEST_REASON && REASON.test(content) && !DECIDES.test(content)
