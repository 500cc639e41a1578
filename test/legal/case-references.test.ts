import { describe, expect, test } from 'vitest'
import { parseCaseNumber } from '../../src/legal/case-numbers.ts'
import { findReferences, originKey } from '../../src/legal/case-references.ts'
import { courtLevelOfName } from '../../src/legal/courts.ts'
import { rowsOf } from './reading.ts'

const keyOf = (number: string | null) => number && parseCaseNumber(number).key

const origin = (own: string, record: string | null, content: string | null = null) => {
  const number = parseCaseNumber(own)
  return originKey(number, findReferences(record, content, number), record)
}

test('an earlier suit that only the appellant tells of is not where the dispute began', () => {
  const text =
    '不服某法院（2021）粤0304民初8号民事判决，向本院提起上诉。甲上诉请求：撤销原判，发回重审。事实和理由：某法院曾作出（2019）粤0305民初3号民事判决，甲不服上诉，本院裁定：一、撤销某法院（2019）粤0305民初3号民事判决；二、驳回起诉。'
  const number = parseCaseNumber('（2021）粤03民终9号')
  expect(originKey(number, findReferences(null, text, number), text)).toBe('(2021)粤0304民初8号')
})

describe('other case numbers', () => {
  test('each is named once, the own number and other brackets with a year left out', () => {
    const record =
      '不服某市人民法院（2020）粤0304民初1号民事判决，（2020）粤0304民初1号已生效，本案（2021）粤03民终2号之一，法释〔2020〕26号，另有（2020）粤03民终×××号。'
    expect(
      findReferences(record, null, parseCaseNumber('(2021)粤03民终2号')).map(({ text, source, offset }) => [
        text,
        source,
        record.slice(offset, offset + 6),
      ]),
    ).toEqual([
      ['（2020）粤0304民初1号', 'litigation_record', '（2020）'],
      ['（2020）粤03民终×××号', 'litigation_record', '（2020）'],
    ])
  })

  test('the full text is read behind the litigation record, and what it only compares with is not followed', () => {
    const content = '参照（2019）京01民终9号判决'
    expect(findReferences('无', content, null).map(({ follows, source }) => [follows, source])).toEqual([
      [0, 'content'],
    ])
    expect(findReferences(null, content, null).map(({ source }) => source)).toEqual(['content'])
  })
})

test('numbers that share their head are references of their own', () => {
  const found = findReferences('不服（2020）粤0304民初1037号、1039号民事判决。', null, null)
  expect(found.map(({ number }) => number.key)).toEqual(['(2020)粤0304民初1037号', '(2020)粤0304民初1039号'])
})

describe('the number a family begins with', () => {
  const first = '（2020）粤0304民初1号'
  const appeal = '（2021）粤03民终2号'
  const retrial = '（2022）粤民申3号'
  const enforcement = '（2022）粤0304执4号'
  const objection = '（2022）粤0304执异5号'
  const review = '（2022）粤03执复5号'
  const suit = '（2022）粤0304民初1号'
  const earlier = '（2021）粤0304民初1号'

  test('of two decisions that an enforcement carries out, a dispute began with the first', () => {
    const text = `某法院${first}民事判决、某某省某某市中级人民法院${appeal}民事判决书已经发生法律效力。`
    expect(origin(enforcement, null, text)).toBe(keyOf(first))
  })

  test.each(
    rowsOf(`
      a state compensation for a conviction that fell ⇒ （2021）粤03委赔6号 | 某法院作出（2019）粤0304刑初1号刑事判决，判处甲有期徒刑四年。 | (2019)粤0304刑初1号
      a fine imposed while a suit is heard ⇒ （2023）粤0304司惩1号 | 本院在审理原告甲公司与被告乙公司买卖合同纠纷一案〔（2022）粤0304民初5号〕中，查明乙公司伪造证据。 | (2022)粤0304民初5号
      a review of such a fine ⇒ （2023）粤03司惩复1号 | 不服（2023）粤0304司惩1号罚款决定，申请复议。 | (2023)粤0304司惩1号
      a retrial that tells what the first and the second instance decided ⇒ ${retrial} | 不服${appeal}民事判决，申请再审。${first}民事判决认定乙公司欠款，二审法院判决驳回上诉，维持原判。 | ${first}
      none, where two of one rank are challenged ⇒ ${appeal} | 不服${first}、（2020）粤0304民初2号民事判决，提起上诉。 | -
      an appeal ⇒ ${appeal} | 不服某法院${first}民事判决，提起上诉。 | ${first}
      a retrial ⇒ ${retrial} | 不服${appeal}、${first}民事判决，申请再审。 | ${first}
      a retrial that quotes the first instance with its laws ⇒ （2023）粤民再3号 | 不服（2022）粤03民终2号民事判决，申请再审，本案现已审理终结。一审法院依据《民法典》第五百六十三条、第五百六十六条，作出${earlier}民事判决：一、解除合同。 | ${earlier}
      an objection whose text tells what the mediation confirmed ⇒ （2023）粤0304执异5号 | 丙不服查封，提出异议。本院查明，本院作出${suit}民事调解书，确认乙支付甲100元。 | ${suit}
      an objection, with the enforcement as its number alone names it ⇒ ${objection} | 本院在执行${enforcement}甲与乙买卖合同纠纷一案中，丙提出异议。 | ${enforcement}
      an enforcement of the old form that names its suit between the parties and the cause ⇒ （2015）甲乙执民字第7-2号 | 本院在执行甲与乙（2014）甲乙商初字第3号民间借贷纠纷一案中，乙履行了义务。 | (2014)甲乙商初字第3号
      an enforcement, though a remark tells what the appeal came to ⇒ （2023）粤0304执4号 | 本院${suit}民事判决书（某法院（2022）粤03民终2号民事判决书驳回上诉）已发生法律效力。 | ${suit}
      a resumed enforcement ⇒ （2023）粤0304执恢4号 | 本院以（2020）粤0304执1号执行裁定书裁定终结本次执行程序。 | (2020)粤0304执1号
      an enforcement of an award on labour ⇒ （2024）粤0304执4号 | 某劳动人事争议仲裁委员会作出的（2023）深劳人仲裁字第44号仲裁裁决书确定甲公司支付工资。 | (2023)深劳人仲裁字第44号
      an enforcement of an award with the year behind its letters ⇒ （2024）粤03执4号 | 申请执行人依据某仲裁委员会作出的深仲裁字〔2023〕第44号裁决申请执行，另有深公刑诉〔2022〕第5号。 | (2023)深仲裁字第44号
      an appeal whose text quotes the decision at length ⇒ （2024）粤03刑终4号 | 某人民法院审理某检察院指控甲犯罪一案，于2024年1月1日作出（2023）粤0304刑初1号刑事判决：甲犯某罪，判处拘役。 | (2023)粤0304刑初1号
      an enforcement that ends, of an award of few characters ⇒ （2024）粤03执4号 | 终结某仲裁委员会（2022）深裁字第44号裁决书的执行。 | (2022)深裁字第44号
      an enforcement of a deed, not its certificate ⇒ （2024）粤0304执4号 | 终结某公证处（2022）深证字第88号公证书及（2023）深证执字第9号执行证书的执行。 | (2022)深证字第88号
      a compensation that a committee reviews ⇒ （2024）粤03委赔1号 | 维持某法院（2023）粤0304法赔2号国家赔偿决定。 | (2023)粤0304法赔2号
      a suit on labour, not the award before it ⇒ （2024）粤0304民初4号 | 甲公司不服（2023）深劳人仲裁字第44号仲裁裁决，诉至本院。 | (2024)粤0304民初4号
      a ruling on an award ⇒ （2021）粤03民特4号 | 甲公司请求撤销深圳仲裁委员会（2020）深仲案字第44号裁决。 | (2020)深仲案字第44号
      an enforcement of a notarial deed ⇒ （2021）粤03执4号 | 某公证处作出的（2019）粤某证执字第18号执行证书已发生法律效力。 | (2019)粤某证执字第18号
      none, of an arbitration between employer and worker ⇒ （2021）粤0304执4号 | （2020）深劳人仲案字第18号裁决书已发生法律效力。 | (2021)粤0304执4号
      an appeal whose record names the decision without what was done against it ⇒ （2021）粤03刑终2号 | 某法院审理被告人甲盗窃一案，作出（2020）粤0304刑初1号刑事判决：一、判处拘役；二、退赔。宣判后，检察院提出抗诉。另案（2019）粤0304刑初7号已判决。现已审理终结。 | (2020)粤0304刑初1号
      an enforcement, of a judgment that is in force, not of another case ⇒ ${enforcement} | 另案（2019）粤0304民初9号民事判决已生效。${first}民事判决于2021年1月生效。 | ${first}
      a shorter sentence ⇒ （2022）粤03刑更5号 | 某法院作出（2018）粤0304刑初1号刑事判决，以盗窃罪判处甲有期徒刑五年。 | (2018)粤0304刑初1号
      an enforcement ⇒ ${enforcement} | 申请执行${appeal}民事判决。 | ${appeal}
      an enforcement of a preservation, with the suit whose ruling ordered it ⇒ （2022）粤0304执保4号 | 本院作出${suit}民事裁定，裁定冻结乙的存款。另案（2021）粤0304民初9号民事裁定驳回起诉。 | ${suit}
      a review of an objection ⇒ ${review} | 不服某法院（2022）粤0304执异4号执行裁定，申请复议。 | (2022)粤0304执异4号
      an objection to a public notice of an enforcement ⇒ ${objection} | 异议人对本院${enforcement}公告限期迁出房屋提出异议。 | ${enforcement}
      an enforcement whose debt was assigned ⇒ ${objection} | 第三人将${first}民事判决确定的债权转让给丙，丙申请变更其为（2021）粤0304执4号案的申请执行人。 | ${first}
      a fine for what made a judgment unenforceable ⇒ （2022）粤0304司惩5号 | 乙转移存款，致使${first}民事判决无法执行。 | ${first}
      a retrial that tells the number of the first instance beside ⇒ ${retrial} | 不服${appeal}民事判决，申请再审。一审案号：${first}。 | ${first}
      a review that finds what is enforced ⇒ ${review} | 不服${objection}执行裁定，申请复议。某法院作出${earlier}民事判决书，判决乙付款。 | ${earlier}
      a suit of a third person against a judgment ⇒ （2022）粤0304民撤1号 | 不服${earlier}民事判决，提起第三人撤销之诉。 | ${earlier}
      a first instance ⇒ ${first} | 立案后审理。 | ${first}
      one that names another first instance ⇒ ${first} | 另案（2019）粤0304民初9号民事判决。 | ${first}
      one tried again ⇒ （2021）粤0304民初5号 | （2019）粤0304民初1号民事判决上诉后发回重审。 | (2019)粤0304民初1号
      an unrelated category ⇒ ${appeal} | 参见（2019）粤03刑初8号刑事判决。 | ${appeal}
      a later number ⇒ ${appeal} | 不服（2023）粤0304民初1号民事判决。 | ${appeal}
      a masked one ⇒ ${appeal} | 不服（2020）粤0304民初×××号民事判决。 | ${appeal}
      a bankruptcy ⇒ （2021）粤03破申2号 | （2020）粤0304执1号案件移送。 | (2021)粤03破申2号
    `),
  )('%s: %j', (_, [own = '', record = '', expected = '-']) => {
    expect(origin(own, record)).toBe(expected === '-' ? null : keyOf(expected))
  })

  test('a full text counts only where the document follows from the number', () => {
    expect(origin(appeal, null, `不服某法院${first}民事判决，提起上诉。`)).toBe(keyOf(first))
    expect(origin(appeal, null, '最高法公报案例（2018）京0105民初7号持相同观点。')).toBe(keyOf(appeal))
    const objected = `林某不服本院（2023）粤0304执2号通知。异议人林某对甲享有债权，有某法院${suit}民事判决为凭，已进入执行。`
    expect(origin('（2024）粤0304执异4号', null, objected)).toBe('(2023)粤0304执2号')
  })

  test.each([
    [`不服${first}民事判决，提起上诉。`, first],
    ['不服（2023）粤0304民初1号民事判决，提起上诉。', null],
    ['立案后审理。', null],
  ])(
    'a document whose own number is hidden belongs to an earlier one that it names, if any: %s',
    (record, key) => {
      expect(origin('（2021）粤03民终×××号', record)).toBe(keyOf(key))
    },
  )
})

describe('the level of a court by its name', () => {
  test.each([
    ['最高人民法院', '最高'],
    ['广东省高级人民法院', '高级'],
    ['北京市第一中级人民法院', '中级'],
    ['上海海事法院', '中级'],
    ['上海金融法院', '中级'],
    ['广州知识产权法院', '中级'],
    ['湖南省长沙市天心区人民法院', '基层'],
    ['广东省东莞市第一人民法院', '基层'],
    ['杭州互联网法院', '基层'],
    ['兰州铁路运输法院', '基层'],
    ['起诉到人民法院', null],
    ['应当依法在期限内向人民法院', null],
    ['', null],
    [null, null],
  ])('%s: %s', (name, level) => {
    expect(courtLevelOfName(name)).toBe(level)
  })
})
