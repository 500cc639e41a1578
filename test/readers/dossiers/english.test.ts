import { beforeAll, describe, expect, test } from 'vitest'
import causes from '../../../src/readers/dossiers/english/causes.json' with { type: 'json' }
import { courtInEnglish } from '../../../src/readers/dossiers/english/courts.ts'
import {
  causeInEnglish,
  englishNames,
  lawInEnglish,
  propertyInEnglish,
} from '../../../src/readers/dossiers/english/names.ts'
import { showing } from '../../../src/readers/dossiers/shown.ts'
import { wordsOf } from '../../../src/readers/dossiers/words/words.ts'
import { courtsOf, type Level, specialCourts } from '../../../src/standins/sample/courts.ts'
import { causes as sampleCauses, laws as sampleLaws } from '../../../src/standins/sample/words.ts'
import { published } from '../../support/run.ts'
import { sampleHome, sampleReports } from '../../support/sample-home.ts'
import { factsOf, sectionOf, textOf, type Written } from './pages.ts'

test.each([
  ['甲商业银行股份有限公司的存款', 'bank deposits'],
  ['乙汽车销售有限公司名下的不动产', 'real estate'],
  ['厂房一处及土地使用权', 'factory buildings (1), land use rights'],
  ['丙公司持有的丁股份有限公司30%的股权', '30% shares in 丁股份有限公司, held by 丙公司'],
  ['冻结其持有的丁股份有限公司30%的股权', '30% shares in 丁股份有限公司'],
  ['车辆抵押担保债权43000元', 'vehicles, mortgaged for CNY 43,000.00'],
  ['车辆、银行存款', 'bank deposits, vehicles'],
  ['房产2套、车辆3辆', 'vehicles (3), real estate (2)'],
  ['两处房产及机器设备一批', 'real estate (2), equipment (1 lot)'],
  ['位于幸福小区3栋2单元502室的第2套房产', 'real estate'],
])('property is called by what it is and how many, not by the name of a company: %s', (chinese, english) => {
  expect(propertyInEnglish(chinese)).toBe(english)
})

test.each([
  ['税务局对其少缴税款处罚款', 'tax authority, underpaid tax, fine'],
  ['警告', 'warning'],
  ['违反大气污染防治法，生态环境局处罚款', 'environmental authority, air pollution, fine'],
  ['偷税，税务局处罚款', 'tax authority, tax evasion, fine'],
  ['未按期整改，责令停产停业，处罚款', 'fine, order to suspend business'],
  ['已移出', 'removed'],
  ['冻结丙公司持有的丁有限公司30%股权', '30% shares in 丁有限公司, held by 丙公司'],
  ['责令改正', null],
])(
  'an entry of the registration is called by its state, or by who punished, for what and how: %s',
  (chinese, english) => {
    expect(englishNames.entry(chinese)).toBe(english)
  },
)

describe('the sample', () => {
  const met = {} as Record<'causes' | 'courts' | 'laws', string[]>

  beforeAll(async () => {
    const { home } = await sampleHome()
    const values = async (select: string) =>
      (await published(home, `SELECT DISTINCT value FROM (${select}) WHERE value IS NOT NULL`)).map(
        ({ value }) => String(value),
      )
    met.causes = await values(
      'SELECT cause AS value FROM subject_documents UNION ALL SELECT cause FROM case_causes',
    )
    met.courts = await values(
      'SELECT court AS value FROM subject_documents UNION ALL SELECT court FROM cases UNION ALL SELECT court FROM enterprise_risks',
    )
    met.laws = await values(
      'SELECT law AS value FROM case_citations UNION ALL SELECT regulation_name FROM articles',
    )
  })

  const levels: readonly Level[] = ['基层', '中级', '高级', '最高']
  const named = (all: Iterable<{ readonly name: string }>) => [...all].map(({ name }) => name)

  test.each([
    ['causes', named(sampleCauses()), causeInEnglish],
    [
      'courts',
      [...named(levels.flatMap(courtsOf)), ...specialCourts.map((court) => court.at(-1) ?? '')],
      courtInEnglish,
    ],
    ['laws', named(sampleLaws().values()), lawInEnglish],
  ] as const)('has English names for all %s that its records and its generator have', (of, made, nameOf) => {
    expect(met[of].length).toBeGreaterThan(10)
    expect([...met[of], ...made].filter((name) => nameOf(name) === null)).toEqual([])
  })
})

describe('a court in English', () => {
  test.each([
    ['最高人民法院', "Supreme People's Court"],
    ['广东省高级人民法院', "Guangdong High People's Court"],
    ['广东省深圳市中级人民法院', "Shenzhen Intermediate People's Court, Guangdong"],
    ['广东省深圳市南山区人民法院', "Nanshan District People's Court, Shenzhen, Guangdong"],
    ['深圳市南山区人民法院', "Nanshan District People's Court, Shenzhen"],
    ['北京市第一中级人民法院', "Beijing No. 1 Intermediate People's Court"],
    ['北京市朝阳区人民法院', "Chaoyang District People's Court, Beijing"],
    ['上海市浦东新区人民法院', "Pudong New Area People's Court, Shanghai"],
    ['广东省东莞市第二人民法院', "Dongguan No. 2 People's Court, Guangdong"],
    ['陕西省西安市新城区人民法院', "Xincheng District People's Court, Xi'an, Shaanxi"],
    ['内蒙古自治区呼和浩特市中级人民法院', "Hohhot Intermediate People's Court, Inner Mongolia"],
    ['新疆维吾尔自治区乌鲁木齐市新市区人民法院', "Xinshi District People's Court, Urumqi, Xinjiang"],
    ['吉林省吉林市中级人民法院', "Jilin Intermediate People's Court, Jilin"],
    ['湖北省荆州市沙市区人民法院', "Shashi District People's Court, Jingzhou, Hubei"],
    ['湖南省津市市人民法院', "Jinshi People's Court, Hunan"],
    ['山东省济宁市市中区人民法院', "Shizhong District People's Court, Jining, Shandong"],
    ['安徽省歙县人民法院', "Shexian County People's Court, Anhui"],
    ['山西省晋城市城区人民法院', "Chengqu District People's Court, Jincheng, Shanxi"],
    ['江西省于都县人民法院', "Yudu County People's Court, Jiangxi"],
    [
      '云南省德宏傣族景颇族自治州中级人民法院',
      "Dehong Dai and Jingpo Autonomous Prefecture Intermediate People's Court, Yunnan",
    ],
    ['湖北省长阳土家族自治县人民法院', "Changyang Tujia Autonomous County People's Court, Hubei"],
    ['新疆维吾尔自治区喀什地区中级人民法院', "Kashgar Prefecture Intermediate People's Court, Xinjiang"],
    ['广州知识产权法院', 'Guangzhou Intellectual Property Court'],
    ['杭州互联网法院', 'Hangzhou Internet Court'],
    ['上海金融法院', 'Shanghai Financial Court'],
    ['厦门海事法院', 'Xiamen Maritime Court'],
    ['广州铁路运输第一法院', 'Guangzhou No. 1 Railway Transport Court'],
    ['西安铁路运输中级法院', "Xi'an Railway Transport Intermediate Court"],
  ])('%s is %s', (chinese, english) => {
    expect(courtInEnglish(chinese)).toBe(english)
  })

  test.each([
    '大连经济技术开发区人民法院',
    '湖北省神农架林区人民法院',
    '新疆生产建设兵团第八师中级人民法院',
    '新疆维吾尔自治区高级人民法院伊犁哈萨克自治州分院',
    '内蒙古自治区科尔沁左翼中旗人民法院',
    '解放军军事法院',
    '香港特别行政区高等法院',
    '不服重庆市某区人民法院',
    'XX省XX市人民法院',
    '人民法院',
    '深圳市龙岗区劳动人事争议仲裁委员会',
  ])('%s fits no rule and has no English name', (chinese) => {
    expect(courtInEnglish(chinese)).toBeNull()
  })
})

describe('a law in English', () => {
  test.each([
    ['中华人民共和国民法典', 'Civil Code'],
    ['民法典', 'Civil Code'],
    ['中华人民共和国公司法（2018修正）', 'Company Law'],
    ['《中华人民共和国民事诉讼法》', 'Civil Procedure Law'],
    [
      '最高人民法院关于适用《中华人民共和国公司法》若干问题的规定（三）',
      'SPC Provisions on the Application of the Company Law (III)',
    ],
    [
      '最高人民法院关于适用《中华人民共和国民事诉讼法》的解释（2022修正）',
      'SPC Interpretation on the Application of the Civil Procedure Law',
    ],
    ['中华人民共和国劳动合同法实施条例', 'Implementing Regulations of the Labour Contract Law'],
    ['工伤保险条例', 'Regulations on Work Injury Insurance'],
  ])('%s is %s', (chinese, english) => {
    expect(lawInEnglish(chinese)).toBe(english)
  })

  test('has no title where there is no usual one: what a province or a zone enacts is no national law', () => {
    expect(['广东省物业管理条例', '深圳经济特区物业管理条例', '公司章程'].map(lawInEnglish)).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('a cause in English', () => {
  test('is found with and without the ending that records leave out', () => {
    expect(causeInEnglish('买卖合同纠纷')).toBe('Sale contract dispute')
    expect(causeInEnglish('买卖合同')).toBe('Sale contract dispute')
    expect(causeInEnglish('职务侵占')).toBe('Embezzlement by company personnel')
  })

  test('is never guessed', () => {
    expect(causeInEnglish('医美机构侵权责任纠纷')).toBeNull()
  })

  test('stands in the table with a Chinese and an English name', () => {
    const [zhName, enName] = [/^\p{Script=Han}[\p{Script=Han}、，（）]+$/u, /^[A-Z][A-Za-z ,'()-]+$/]
    const named = Object.entries(causes)
    expect(named.filter(([chinese, english]) => !zhName.test(chinese) || !enName.test(english))).toEqual([])
    expect(named.length).toBeGreaterThan(500)
  })
})

describe('a name on a page', () => {
  const cause = '买卖合同纠纷'

  const shown = async (language: 'zh' | 'en', present = (value: string): string => value) =>
    showing({ report: await wordsOf(language), present })

  test('is the English one with the Chinese beside it', async () => {
    const en = await shown('en')
    expect(en.showName('cause', cause).markup).toBe(
      'Sale contract dispute <span class="chinese">(<bdi>买卖合同纠纷</bdi>)</span>',
    )
    expect(en.plainName('cause', cause)).toBe('Sale contract dispute (买卖合同纠纷)')
  })

  test('is the Chinese alone on a Chinese page', async () => {
    const zh = await shown('zh')
    expect(zh.showName('cause', cause).markup).toBe('<bdi>买卖合同纠纷</bdi>')
    expect(zh.plainName('court', '最高人民法院')).toBe('最高人民法院')
  })

  test('is as privacy presents it, without an English one that says what was hidden', async () => {
    expect((await shown('en', () => '某某纠纷')).plainName('cause', cause)).toBe('某某纠纷')
  })
})

describe('words of a source', () => {
  const words = async (language: 'zh' | 'en', present = (value: string): string => value) =>
    showing({ report: await wordsOf(language), present }).showWords

  test('stand behind the English that they come to, and alone where there is none', async () => {
    const en = await words('en')
    expect(en('property', '位于幸福小区的房产2套').markup).toBe(
      'real estate (2) <span class="chinese">(<bdi>位于幸福小区的房产2套</bdi>)</span>',
    )
    expect(en('entry', '责令停产停业，处罚款').markup).toBe(
      'fine, order to suspend business <span class="chinese">(<bdi>责令停产停业，处罚款</bdi>)</span>',
    )
    expect(en('entry', '未按期整改').markup).toBe('<span class="chinese"><bdi>未按期整改</bdi></span>')
  })

  test.each([
    ['(2018)辽0103破申120号 已受理', '(2018)辽0103破申120号, accepted'],
    ['住所变更 甲路18号 → 乙路28号', 'address changed, 甲路18号 → 乙路28号'],
    ['执行董事、财务负责人', 'executive director, head of finance (执行董事、财务负责人)'],
    ['1000万元人民币', 'CNY 10,000,000.00'],
    ['1998年3月26日至无固定期限', '1998-03-26 to no fixed term'],
    [
      '已履行；处罚机关：北京市生态环境局，处罚内容：罚款10万元',
      'performed, penalty imposed by: environmental authority (北京市生态环境局), penalty: fine (罚款10万元)',
    ],
    ['有效；抵押权人：甲银行，登记机关：广州海关', 'in force, mortgagee: 甲银行, registered by: 广州海关'],
  ])('of the registration are put into English piece by piece: %s', async (chinese, english) => {
    expect(textOf((await words('en'))('entry', chinese).markup)).toBe(english)
  })

  test.each(['查封其房产；查封期限为三年', '甲 12.5%、乙 87.5%', '责令改正，限期：三日', '自2020年至今经营'])(
    'of which no piece has any English stay as they are: %s',
    async (chinese) => {
      expect(textOf((await words('en'))('entry', chinese).markup)).toBe(chinese)
    },
  )

  test('that name a kind and no more are that in English', async () => {
    expect((await words('en'))('property', '银行存款').markup).toBe('bank deposits')
    expect((await words('en'))('entry', '已移出').markup).toBe('removed')
  })

  test('stand alone on a Chinese page, cut where they are long', async () => {
    expect((await words('zh'))('property', '位于幸福小区的房产2套', [], 4).markup).toBe(
      '<bdi>位于幸福…</bdi>',
    )
  })

  test('are presented before they are put into English, which names no one that privacy hides', async () => {
    const masked = await words('en', (value) => value.replace('张三丰', '张某'))
    expect(masked('property', '张三丰持有的丁股份有限公司30%的股权').markup).not.toContain('张三丰')
  })
})

describe('the dossiers of the sample', () => {
  const builder = '示例建设集团有限公司'
  const setting = {} as { zh: Written; en: Written }

  beforeAll(async () => {
    Object.assign(setting, { zh: await sampleReports('zh'), en: await sampleReports('en') })
  })

  test('name causes, courts and laws in both languages on English pages', async () => {
    const page = await setting.en.page(builder)
    const cells = [...page.matchAll(/<td class="text"[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
      textOf(cell),
    )
    expect(cells).toContain('Sale contract dispute (买卖合同纠纷)')
    expect(cells).toContain('Civil Procedure Law (中华人民共和国民事诉讼法)')
    const alone = cells.filter((cell) => /^[\p{Script=Han}（）]*(?:人民法院|纠纷)$/u.test(cell))
    expect(alone).toEqual([])
  })

  test('say capital, type and industry in English, and no Chinese but names, numbers and quotations on page one', async () => {
    const page = await setting.en.page(builder)
    expect(factsOf(sectionOf(page, 'identity'))).toMatchObject({
      'Registered capital': 'CNY 10,000,000.00',
      Type: 'limited liability company (invested in or controlled by natural persons)',
      Industry: 'civil engineering',
    })
    const articles = textOf(sectionOf(page, 'articles'))
    expect(articles).toContain('in force')
    expect(articles).not.toMatch(/现行有效|失效|已被修改/)
    const brief = sectionOf(page, 'brief').replace(/<bdi>[\s\S]*?<\/bdi>/g, '')
    expect([...new Set(textOf(brief).match(/\p{Script=Han}+/gu))]).toEqual([])
  })

  test('have a value at each place of a sentence', async () => {
    const names = ['示例置业有限公司', builder]
    const pages = await Promise.all(names.map((name) => setting.en.page(name)))
    expect(pages.flatMap((page) => textOf(page).match(/\{\d[^}]*\}/g) ?? [])).toEqual([])
  })

  test('have none of the English names on Chinese pages', async () => {
    const page = await setting.zh.page(builder)
    expect(page).not.toMatch(/dispute|People's Court|Civil Code/)
    expect(page).toContain('<bdi>买卖合同纠纷</bdi>')
  })

  test('lead to articles by their English titles on pages of judgments', async () => {
    const files = setting.en.manifest.files.flatMap(({ file, case_id }) => (case_id === null ? [] : [file]))
    const pages = await Promise.all(files.slice(0, 40).map((file) => setting.en.page(file)))
    expect(pages.some((page) => page.includes('<h3>Civil Code 《<bdi>中华人民共和国民法典</bdi>》'))).toBe(
      true,
    )
  })
})
