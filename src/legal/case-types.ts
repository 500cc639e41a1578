/**
 * What a case number's type code stands for: `category` is one of the service's case categories (contract 4.1,
 * wenshu_type), `procedure` the trial procedure.
 */
export type CaseType = { readonly category: string; readonly procedure: string }

/** Category: procedure=type codes. Source: 最高人民法院关于人民法院案件案号的若干规定, annex 1, and domain rule. */
const TABLE = `
管辖案件: 管辖=辖 民辖 刑辖 行辖 管辖上诉=民辖终 行辖终 管辖监督=民辖监 刑辖监 行辖监
刑事案件: 一审=刑初 二审=刑终 复核=刑核 刑复 再审审查=刑申 刑监 再审=刑再 刑提 抗诉再审审查=刑抗 刑罚变更=刑更 刑减 刑执 刑罚变更监督=刑更监
  刑罚变更备案=刑更备 停止执行死刑=刑止 强制医疗=刑医 强制医疗复议=刑医复 强制医疗监督=刑医监 违法所得没收=刑没 违法所得没收二审=刑没终 其他=刑他
民事案件: 一审=民初 知初 商初 海初 经初 二审=民终 知终 商终 海终 经终 再审审查=民申 民监 知申 商申 抗诉再审审查=民抗 再审=民再 民提 民重 知再 商再 第三人撤销之诉=民撤 特别程序=民特
  特别程序监督=民特监 督促程序=民督 督促程序监督=民督监 公示催告=民催 保全=民保 其他=民他
行政案件: 一审=行初 行赔初 二审=行终 行赔终 再审审查=行申 行监 行赔申 行赔监 抗诉再审审查=行抗 行赔抗 再审=行再 行提 行赔再
  非诉行政行为执行审查=行审 行执 非诉行政行为执行审查复议=行审复 其他=行他 行赔他 行赔
国家赔偿与司法救助案件: 国家赔偿=法赔 委赔 司赔 赔 国家赔偿监督=委赔监 法赔监 赔监 国家赔偿重新审理=委赔提 委赔再 司法救助=司救刑 司救民 司救行 司救执 司救赔 司救访
  司救他 其他=法赔他 委赔他
国际司法协助案件: 外国裁判承认=协外认 仲裁裁决承认=协外仲 司法协助=协外送 协外调 协外引 协外移 协请送 协请调 协请引 协请移 协他
  区际裁判认可=认台 认港 认澳 认台复 认港复 认澳复 认复 区际司法协助=送台 送港 送澳 调台 调港 调澳 请台送 请港送 请澳送 请台调 请港调 请澳调 移赃台 接赃台
非诉保全审查案件: 财产保全=财保 诉前保 行为保全=行保 行为保全复议=行保复 证据保全=证保 人身安全保护=民保令 人保令
执行案件: 执行=执 执字 恢复执行=执恢 财产保全执行=执保 执行异议=执异 执行复议=执复 执复议 执行监督=执监 执申 执行协调=执协 执请 其他=执他
强制清算与破产案件: 破产申请审查=破申 破产=破 破产上诉=破终 破产监督=破监 强制清算申请审查=清申 强制清算=强清 强制清算上诉=清终 强制清算监督=清监 其他=破他 清他
其他案件: 司法制裁=司惩 司法制裁复议=司惩复 诉前调解=诉前调 民诉前调 民调 其他=他 请 监 信访 法他
`

const TYPES: ReadonlyMap<string, CaseType> = new Map(TABLE.split(/\n(?! )/).flatMap(typesOfCategory))

function typesOfCategory(line: string): [string, CaseType][] {
  const [category = '', rest = ''] = line.split(':')
  let procedure = ''
  return rest
    .trim()
    .split(/\s+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      if (entry.includes('=')) procedure = entry.slice(0, entry.indexOf('='))
      const code = entry.slice(entry.indexOf('=') + 1)
      return [code, { category: category.trim(), procedure }]
    })
}

/** Chamber numbers (民四初, 民三(知)终) and words of special jurisdiction (知民终) say nothing of the procedure. */
const CHAMBER = /(?<=[民刑行商经])[一二三四五六七八九十]+|\([一-龥]{1,3}\)/g
const SPECIAL_JURISDICTION = /^[知商海铁少家环劳]+(?=[民刑行执])/

/**
 * Category and procedure of a type code (民初, 民辖终, 执恢, before 2016 民四初); undefined when it is not in the
 * court's table. Source: domain rule, section 3.
 */
export function caseType(typeCode: string | null): CaseType | undefined {
  if (typeCode === null) return undefined
  const plain = typeCode.replace(CHAMBER, '')
  return TYPES.get(typeCode) ?? TYPES.get(plain) ?? TYPES.get(plain.replace(SPECIAL_JURISDICTION, ''))
}
