import { createHmac } from 'node:crypto'
import { enterpriseNameKey } from '../legal/enterprise-names.ts'
import { foldedName, surnameLength } from '../legal/natural-person.ts'

/** 张三 as 张某, 欧阳修 as 欧阳某, 买买提·艾力 as 买某, John Smith as J某. */
export function maskedName(name: string): string {
  const folded = foldedName(name)
  return `${folded.slice(0, Math.max(1, surnameLength(folded)))}某`
}

/** Hexadecimal digits of an alias: of a million names, two share one in 1 of 500 homes. */
const aliasLength = 12

/** Replaces a name by a word that is the same wherever the name stands, and that nobody without the key can guess a name by. */
export const aliasOf =
  (key: string) =>
  (name: string): string => {
    if (key === '') throw new Error('privacy: aliases need the key of the home')
    const digest = createHmac('sha256', key).update(enterpriseNameKey(name)).digest('hex')
    return `自然人-${digest.slice(0, aliasLength)}`
  }
