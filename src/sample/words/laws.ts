/** One version of a law. `articles` is how many it has; `only` lists the articles kept of a very long one. */
export interface LawVersion {
  readonly from: string
  readonly published: string
  readonly validity: '现行有效' | '失效' | '已被修改'
  readonly articles: number
  readonly number?: string
  /** What the service puts after the name: (2018修正). */
  readonly suffix?: string
  readonly only?: string
}

export interface Law {
  /** How citation lists call it. */
  readonly key: string
  readonly name: string
  readonly level: '法律' | '行政法规' | '司法解释'
  readonly department: string
  /** Oldest first. */
  readonly versions: readonly LawVersion[]
}

type Row = readonly [
  from: string,
  published: string,
  validity: LawVersion['validity'],
  articles: number,
  more?: Pick<LawVersion, 'number' | 'suffix' | 'only'>,
]

const versions = (rows: readonly Row[]): readonly LawVersion[] =>
  rows.map(([from, published, validity, articles, more]) => ({
    from,
    published,
    validity,
    articles,
    ...more,
  }))

const statute = (key: string, department: string, ...rows: readonly Row[]): Law => ({
  key,
  name: `中华人民共和国${key}`,
  level: '法律',
  department,
  versions: versions(rows),
})
const regulation = (key: string, ...rows: readonly Row[]): Law => ({
  key,
  name: key,
  level: '行政法规',
  department: '国务院',
  versions: versions(rows),
})
const interpretation = (key: string, name: string, ...rows: readonly Row[]): Law => ({
  key,
  name: `最高人民法院关于${name}`,
  level: '司法解释',
  department: '最高人民法院',
  versions: versions(rows),
})

const congress = '全国人民代表大会'
const committee = '全国人民代表大会常务委员会'
const inForce = '现行有效'
const repealed = '失效'
const amended = '已被修改'

/** Real laws with their real dates. Dates and counts only: the sample holds no text of any law. */
export const laws: readonly Law[] = [
  statute('民法典', congress, ['2021-01-01', '2020-05-28', inForce, 1260]),
  statute('合同法', congress, ['1999-10-01', '1999-03-15', repealed, 428]),
  statute('民法通则', congress, ['1987-01-01', '1986-04-12', repealed, 156]),
  statute('民法总则', congress, ['2017-10-01', '2017-03-15', repealed, 206]),
  statute('物权法', congress, ['2007-10-01', '2007-03-16', repealed, 247]),
  statute('担保法', committee, ['1995-10-01', '1995-06-30', repealed, 96]),
  statute('侵权责任法', committee, ['2010-07-01', '2009-12-26', repealed, 92]),
  statute(
    '民事诉讼法',
    congress,
    ['2017-07-01', '2017-06-27', amended, 284, { suffix: '(2017修正)' }],
    ['2022-01-01', '2021-12-24', amended, 291, { suffix: '(2021修正)' }],
    ['2024-01-01', '2023-09-01', inForce, 306, { suffix: '(2023修正)' }],
  ),
  statute(
    '公司法',
    committee,
    ['2018-10-26', '2018-10-26', amended, 218, { suffix: '(2018修正)' }],
    ['2024-07-01', '2023-12-29', inForce, 266, { suffix: '(2023修订)' }],
  ),
  statute('劳动合同法', committee, ['2013-07-01', '2012-12-28', inForce, 98]),
  statute('劳动法', committee, ['2018-12-29', '2018-12-29', inForce, 107]),
  statute('劳动争议调解仲裁法', committee, ['2008-05-01', '2007-12-29', inForce, 54]),
  statute('社会保险法', committee, ['2018-12-29', '2018-12-29', inForce, 98]),
  statute('保险法', committee, ['2015-04-24', '2015-04-24', inForce, 185]),
  statute('票据法', committee, ['2004-08-28', '2004-08-28', inForce, 110]),
  statute('建筑法', committee, ['2019-04-23', '2019-04-23', inForce, 85]),
  statute('道路交通安全法', committee, ['2021-04-29', '2021-04-29', inForce, 124]),
  statute('商标法', committee, ['2019-11-01', '2019-04-23', inForce, 73]),
  statute('著作权法', committee, ['2021-06-01', '2020-11-11', inForce, 67]),
  statute('专利法', committee, ['2021-06-01', '2020-10-17', inForce, 82]),
  statute('企业破产法', committee, ['2007-06-01', '2006-08-27', inForce, 136]),
  statute('行政诉讼法', congress, ['2017-07-01', '2017-06-27', inForce, 103]),
  statute(
    '行政处罚法',
    congress,
    ['2018-01-01', '2017-09-01', amended, 64, { suffix: '(2017修正)' }],
    ['2021-07-15', '2021-01-22', inForce, 86, { suffix: '(2021修订)' }],
  ),
  statute('刑法', congress, [
    '2024-03-01',
    '2023-12-29',
    inForce,
    452,
    {
      only: '120 120-1 120-2 120-3 133 133-1 175 175-1 176 191 192 193 195 224 224-1 253 253-1 266 271 272 276 276-1 286 286-1 287 287-1 287-2 313',
    },
  ]),
  regulation('工伤保险条例', ['2011-01-01', '2010-12-20', inForce, 67, { number: '国务院令第586号' }]),
  regulation('物业管理条例', ['2018-03-19', '2018-03-19', inForce, 67, { number: '国务院令第698号' }]),
  interpretation(
    '民诉法解释',
    '适用《中华人民共和国民事诉讼法》的解释',
    [
      '2015-02-04',
      '2015-01-30',
      amended,
      552,
      {
        number: '法释〔2015〕5号',
        only: '90 91 92 93 108 109 208 247 248 332 334 395 464 486 501 517 519 520',
      },
    ],
    [
      '2022-04-10',
      '2022-04-01',
      inForce,
      550,
      {
        number: '法释〔2022〕11号',
        only: '90 91 92 93 108 109 208 247 248 330 332 393 462 484 499 515 517 518',
      },
    ],
  ),
  interpretation(
    '民间借贷规定',
    '审理民间借贷案件适用法律若干问题的规定',
    ['2015-09-01', '2015-08-06', amended, 33, { number: '法释〔2015〕18号' }],
    ['2021-01-01', '2020-12-29', inForce, 31, { number: '法释〔2020〕17号' }],
  ),
  interpretation(
    '买卖合同解释',
    '审理买卖合同纠纷案件适用法律问题的解释',
    ['2012-07-01', '2012-05-10', amended, 46, { number: '法释〔2012〕8号' }],
    ['2021-01-01', '2020-12-29', inForce, 33, { number: '法释〔2020〕17号' }],
  ),
  interpretation('建工解释一', '审理建设工程施工合同纠纷案件适用法律问题的解释（一）', [
    '2021-01-01',
    '2020-12-29',
    inForce,
    45,
    { number: '法释〔2020〕25号' },
  ]),
  interpretation('时间效力规定', '适用《中华人民共和国民法典》时间效力的若干规定', [
    '2021-01-01',
    '2020-12-29',
    inForce,
    28,
    { number: '法释〔2020〕15号' },
  ]),
  interpretation('合同编解释', '适用《中华人民共和国民法典》合同编通则若干问题的解释', [
    '2023-12-05',
    '2023-12-04',
    inForce,
    69,
    { number: '法释〔2023〕13号' },
  ]),
  interpretation('劳动争议解释一', '审理劳动争议案件适用法律问题的解释（一）', [
    '2021-01-01',
    '2020-12-29',
    inForce,
    54,
    { number: '法释〔2020〕26号' },
  ]),
  interpretation('道交解释', '审理道路交通事故损害赔偿案件适用法律若干问题的解释', [
    '2012-12-21',
    '2012-11-27',
    inForce,
    26,
    { number: '法释〔2012〕19号' },
  ]),
  interpretation('财产保全规定', '人民法院办理财产保全案件若干问题的规定', [
    '2016-12-01',
    '2016-11-07',
    inForce,
    29,
    { number: '法释〔2016〕22号' },
  ]),
]
