const ORDINAL_BRACKET = /[（(][^（）()]{1,12}[）)]$/
const LAW_ENDING =
  /(?:法|法典|条例|规定|解释|办法|细则|规则|通则|总则|决定|意见|纪要|批复|解答|问答|答复|复函|通知|公告|规程|标准|准则|修正案|规范|指引|公约|协定|议定书)[一二三四五六七八九十]{0,2}$/
const AGREEMENT_ENDING =
  /(?:合同|合同书|协议|协议书|章程|规约|合约|契约|承诺书|承诺函|保证书|担保函|手册|须知|条款|保险单|保单|意向书|备忘录|制度|借条|欠条|确认书|确认函|订单|约定|补充协议|守则|文件|说明书|计划书|计划|方案|声明)[一二三四五六七八九十\d]{0,2}$/
const INTERNAL_RULES = /员工|考勤|薪酬|绩效|有限公司|本公司|业主|小区|村规/

/** Whether a title in 《》 names a rule of law, an agreement or house rule, or something else (a book, a judgment). */
export function kindOfTitle(title: string): 'law' | 'agreement' | null {
  const plain = title.replace(ORDINAL_BRACKET, '').replace(/(?<![》〉])[》〉]+$/, '')
  if (AGREEMENT_ENDING.test(plain)) return 'agreement'
  if (!LAW_ENDING.test(plain) || /(?:方|做|看|书|说|魔)法$/.test(plain)) return null
  return INTERNAL_RULES.test(plain) && !/法$|条例$|^最高|^国务院/.test(plain) ? 'agreement' : 'law'
}
