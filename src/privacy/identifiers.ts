import { isRegistrationNumber, isUscc } from '../legal/identifiers.ts'

/*
 * Numbers in a text that tell who a person is or reach their money: identity cards, phones, bank accounts, and whatever a
 * label says is one (domain rule, section 4). Credit codes, registration numbers, case numbers, ids, hashes, dates and sums
 * of money are none, also where they look like one.
 */

/** What stands in the place of one: its last four characters tell it from others to somebody who knows it. */
export const maskedIdentifier = (value: string): string =>
  `****${value.replace(/[^0-9A-Za-z]/g, '').slice(-4)}`

const digit = '[0-9０-９]'
/** One number, as people break it up: 6222 0210 0112 3456 789, 138-0013-8000. */
const broken = `${digit}(?:[ -]?${digit})`

/** Labels behind which any number of the length is what the label says. */
const labels =
  '身份证(?:件)?(?:号码?)?|公民身份号码|居民身份证(?:号码?)?|证件号码?|护照(?:号码?)?|通行证(?:号码?)?|(?:联系|手机|移动|固定|办公|座机)?电话(?:号码)?|手机(?:号码?)?|联系方式|传真|银行(?:卡|账|帐)[号户]码?|银行卡|(?:收款|付款|结算|存款)?[账帐][户号]码?|卡号|微信号?|支付宝(?:[账帐][户号])?|QQ号?'
const labelled = new RegExp(
  `((?:${labels})(?:\\s?[为是系])?\\s?[:：]?\\s?[（(]?)([A-Za-z]{0,2}[0-9０-９](?:[ -]?[0-9０-９A-Za-zＸｘ]){6,29})(?![0-9０-９A-Za-z])`,
  'gu',
)
const bare = new RegExp(
  `(?<![0-9０-９A-Za-z.．_/#=-]|[0-9０-９][,，]|[￥¥$])(?:(?:[+＋]?86[ -]?)?[1１][3-9３-９]${digit}[ -]?${digit}{4}[ -]?${digit}{4}|[0０]${digit}{2,3}[-—－ ]${digit}{7,8}(?:[-—－]${digit}{1,5})?|${broken}{13}(?:[ -]?${digit}){1,5}[XxＸｘ]?)(?![0-9０-９A-Za-z_/]|[.．][0-9０-９]|[,，][0-9]{3}(?![0-9]))`,
  'gu',
)

/** What makes a number no identifier, by what stands around it: sums of money, case numbers, shares. */
const isCountedAfter = /^\s?(?:元|万|亿|美元|港元|欧元|日元|股|份|吨|平方|千克|公斤|字第)/
const isMoneyBefore = /(?:人民币|RMB|CNY|USD|金额|款项?|价款|[本利]金)[:：]?\s?$/i
const isCaseNumberBefore = /[字第初终执恢保再申辖监撤督特破清赔复异协更]$/

/** A text without identifiers, and how many there were. */
export function maskIdentifiers(text: string): { readonly text: string; readonly identifiers: number } {
  if (!mayHoldIdentifier.test(text)) return { text, identifiers: 0 }
  let identifiers = 0
  const mask = (value: string): string => {
    identifiers += 1
    return maskedIdentifier(plainDigits(value))
  }
  const masked = text
    .replace(labelled, (whole, label: string, value: string) =>
      isEnterpriseCode(value) ? whole : `${label}${mask(value)}`,
    )
    .replace(bare, (value: string, at: number, all: string) =>
      isIdentifier(
        value,
        all.slice(Math.max(0, at - 24), at),
        all.slice(at + value.length, at + value.length + 8),
      )
        ? mask(value)
        : value,
    )
  return { text: masked, identifiers }
}

/** Seven digits with no more than a mark between them: every identifier has them. */
const mayHoldIdentifier = /[0-9０-９](?:[ —－-]?[0-9０-９]){6}/u

function isIdentifier(given: string, before: string, after: string): boolean {
  const value = plainDigits(given)
  if (isCountedAfter.test(after) || isMoneyBefore.test(before)) return false
  if (after.startsWith('号') && isCaseNumberBefore.test(before)) return false
  if (/^0\d{2,3}[-—－ ]/.test(given.normalize('NFKC'))) return true
  const number = value.replace(/[^0-9X]/g, '')
  if (/^(?:86)?1[3-9]\d{9}$/.test(number)) return true
  if (number.length === 18 || number.length === 15) return isIdentityCard(number) || isAccount(number, before)
  return isAccount(number, before)
}

const plainDigits = (text: string): string => text.normalize('NFKC').toUpperCase()
const isEnterpriseCode = (value: string): boolean => {
  const code = plainDigits(value).replace(/[ -]/g, '')
  return isUscc(code) || isRegistrationNumber(code) === 'valid'
}

const birthday = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])'
const identity18 = new RegExp(`^[1-9]\\d{5}(?:18|19|20)\\d{2}${birthday}\\d{3}[\\dX]$`)
const identity15 = new RegExp(`^[1-9]\\d{5}\\d{2}${birthday}\\d{3}$`)
const identityWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** GB 11643. One with a wrong check character is one too (texts have slips), unless it is a right code of an enterprise. */
function isIdentityCard(number: string): boolean {
  if (number.length === 15) return identity15.test(number) && isRegistrationNumber(number) !== 'valid'
  if (!identity18.test(number)) return false
  const sum = identityWeights.reduce(
    (total, weight, index) => total + weight * Number(number.charAt(index)),
    0,
  )
  return '10X98765432'.charAt(sum % 11) === number.charAt(17) || !isUscc(number)
}

/** A card by its check digit (Luhn), or a number of that length that a bank is named before. */
function isAccount(number: string, before: string): boolean {
  if (number.length < 14 || number.length > 19 || number.includes('X') || isEnterpriseCode(number))
    return false
  return (
    (number.length >= 16 && /^[3-6]/.test(number) && isLuhn(number)) ||
    /银行|信用社|农商行|[账帐][户号]/.test(before)
  )
}

function isLuhn(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index += 1) {
    const doubled = Number(number.charAt(number.length - 1 - index)) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
