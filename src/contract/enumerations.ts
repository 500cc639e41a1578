/** The Chinese enumerated values of the contract, exactly as it gives them. */

/** Case categories of `wenshu_filter.wenshu_type` (docs/contract.md, case_vector_search). */
export const caseCategories = [
  ...['刑事案件', '民事案件', '行政案件', '执行案件', '管辖案件', '国家赔偿与司法救助案件'],
  ...['强制清算与破产案件', '国际司法协助案件', '非诉保全审查案件', '其他案件'],
] as const

/** Court levels of `wenshu_filter.cj` (docs/contract.md, case_vector_search). */
export const courtLevels = ['基层', '中级', '高级', '最高'] as const

/** Document kinds by the code that `wenshu_filter.wszl` takes (docs/contract.md, Enumerations). */
export const documentKinds = {
  '1': '判决书',
  '2': '裁定书',
  '3': '调解书',
  '4': '决定书',
  '5': '通知书',
  '6': '支付令',
  '7': '申请书',
  '8': '起诉书',
  '9': '抗诉书',
  '10': '起诉状',
  '11': '上诉状',
} as const

/** Name of a document kind code; one that the contract does not list stays as it is. */
export const documentKindOf = (code: string): string =>
  Object.hasOwn(documentKinds, code) ? documentKinds[code as keyof typeof documentKinds] : code

/** The 31 provinces that both the case and the statute operations know. */
const provinces = [
  ...['北京', '天津', '河北', '山西', '内蒙古', '辽宁', '吉林', '黑龙江', '上海', '江苏', '浙江'],
  ...['安徽', '福建', '江西', '山东', '河南', '湖北', '湖南', '广东', '广西', '海南', '重庆', '四川'],
  ...['贵州', '云南', '西藏', '陕西', '甘肃', '青海', '宁夏', '新疆'],
] as const

/** Values of `wenshu_filter.xzqh_p` (docs/contract.md, case_vector_search). */
export const caseProvinces = [...provinces, '最高', '新疆生产建设兵团'] as const

/** Values of `dy` (docs/contract.md, rh_ft_search). */
export const statuteRegions = ['中央', ...provinces] as const

/** Effect levels, values of `xljb_1` (docs/contract.md, rh_ft_search). */
export const effectLevels = [
  ...['宪法', '法律', '司法解释', '行政法规', '监察法规', '部门规章', '党内法规', '军事法规规章'],
  ...['立法机关工作文件', '行政机关工作文件', '行业/团体规范', '地方性法规', '自治条例和单行条例'],
  ...['地方司法文件', '地方政府规章', '地方规范性文件', '地方律协规定'],
] as const

/** Validity of a regulation, values of `sxx` (docs/contract.md, rh_ft_search). */
export const validities = ['现行有效', '失效', '已被修改', '部分失效', '尚未生效'] as const

/** Library that a case detail is looked up in (docs/contract.md, rh_case_details): ordinary or authoritative cases. */
export const caseLibraries = ['ptal', 'qwal'] as const

/** What a record of each library calls itself, member `type` (docs/contract.md, Records). */
export const libraryNames = { ptal: '普通案例', qwal: '权威案例' } as const
