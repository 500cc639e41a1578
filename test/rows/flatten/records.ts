/** Records of the contract's shapes (section 2), as far as tests read them; the payload fuzz gives them every other member. */

export const ordinaryCase = {
  type: '普通案例',
  id: 'c1',
  ah: '（2016）粤0304民初18775号之一',
  title: '甲公司与乙公司买卖合同纠纷一审民事判决书',
  cprq: '2019年12月23日',
  yyft: [
    '中华人民共和国民法典第九百一十七条第一款',
    '《中华人民共和国公司法》（2018修正）第20条',
    '诚信原则',
  ],
  content: '全文。依照《中华人民共和国民法典》第五百七十七条之规定，判决如下。',
}

export const authoritativeCase = { id: 'qw1', type: '权威案例', title: '捆绑交易纠纷案' }

const law = '中华人民共和国民法典'
const interpretation = `最高人民法院关于适用《${law}》合同编通则若干问题的解释`

/** What an article says of its regulation beside its name. */
export const regulationSummary = {
  sxx: '现行有效',
  dy: '中央',
  xljb_1: '法律',
  xljb_2: '基本法律',
  ssrq: '2021-01-01',
  fbrq: '2020-05-28',
  fbbm: '全国人民代表大会',
  fwzh: '主席令第四十五号',
}
/** An article of a regulation whose summary the service did not find. */
export const bareArticle = {
  id: 'fg1_577',
  fgid: 'fg1',
  tid: '577',
  fgmc: law,
  title: `${law}第五百七十七条`,
  content: '当事人一方不履行合同义务……',
}
export const statuteArticle = { ...bareArticle, ...regulationSummary }
export const interpretationArticle = { ...statuteArticle, id: 'fg2_577', fgid: 'fg2', fgmc: interpretation }

export const caseHit = {
  scid: 'c1',
  title: '甲公司与乙公司买卖合同纠纷案',
  ay: ['9130', '9131'],
  ah: '（2016）粤0304民初18775号',
  wszl: '判决书',
  ajlb: '民事案件',
  spcx: '一审',
  jand: 2019,
  jaDate: 20191223,
  cj: '基层',
  content: '案例内容',
  xzqh_p: '广东',
  xzqh_c: '深圳市',
  score: 0.875,
  type: 3,
  jbdw: '广东省深圳市福田区人民法院',
  para_name: '本院认为',
  authority: '普通',
  db: 'ptal',
  anyou: ['买卖合同纠纷', '合同纠纷'],
}

export const candidate = { id: 'e1', 企业名称: '示例（上海）公司', 统一社会信用代码: '91110108MA0074PN30' }

export const listedDocument = {
  文书id: 'd1',
  案号: '（2016）粤0304民初18775号',
  起诉方: ['甲公司', '丁某'],
  应诉方: ['乙公司'],
  第三方: ['丙公司'],
}

export const documentPage = {
  ...{ id: 'e1', name: '示例公司', total: 61, pageNo: 2, pageSize: 30, hasMore: true },
  list: [listedDocument],
}

export const enterpriseDetail = {
  企业ID: 'e1',
  企业名称: '示例（上海）公司',
  统一社会信用代码: '91110108MA0074PN30',
  成立日期: '2015年3月2日',
  营业期限: '2015年3月2日至2045年3月1日',
  股东: '甲投资,乙投资',
  股东详情: [{ 名称: '甲投资', 股东类型: '法人', 认缴出资额: '3000万', 实缴出资额: '', 出资比例: 0.6 }],
}
