import { isPersonHere } from '../legal/natural-person.ts'

/** Who acts for a party or sits in judgment: named in a text, and in no table. */
const roles =
  '法定代表人|法人代表|执行事务合伙人|负责人|主要负责人|经营者|经营人|业主|投资人|(?:共同)?(?:委托)?(?:诉讼)?代理人|委托代理人|法定代理人|监护人|辩护人|审判长|代理审判员|审判员|人民陪审员|执行员|法官助理|书记员|联系人|证人|鉴定人|被告人|被害人|原告|被告|第三人|上诉人|被上诉人|申请人|被申请人|申请执行人|被执行人|案外人|利害关系人'
const introduced = new RegExp(
  `(?:${roles})(?:[（(][^（()）]{1,30}[)）])?(?:[:：]|[ \\u3000]{1,4})\\s?(\\p{Script=Han}(?:[ \\u3000]?[\\p{Script=Han}·•・]){1,11}?)(?=[，,。；;、：:\\s（()）]|$)`,
  'gu',
)

/** Persons that a text introduces by what they are: 委托诉讼代理人：张三，, 审判长　李四. As written. */
export function introducedPersons(text: string): string[] {
  const names = new Set<string>()
  for (const [, name = ''] of text.matchAll(introduced)) if (isPersonHere(name)) names.add(name)
  return [...names]
}
