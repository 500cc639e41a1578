import { type Fact, type Row, subject, type Told, toldOf } from './litigation-world.ts'
import { against, asking, inList, inText, ofNone, type Scene, stage, statement } from './scenes.ts'

const states = stage()
const [own, other] = ['(2024)京0105执11号', '(2024)京0106执22号']
/** An enforcement against the subject that ended unpaid, by its list alone where it has no library. */
const enforced = (id: string, number: string, more: Partial<Told> = {}): Told =>
  toldOf([id, number, '2024-06-01', '庚材料有限公司', subject, 'enforcement_suspended'], more)

const of = (number_key: string): Row => ({ number_key })
const named = against(subject)

const told = 'kind, case_key, document_id, stated_in'
const events = (documents: readonly Told[], ...facts: readonly Fact[]): Scene =>
  asking(told, 'stated_events', 'stated_in DESC, document_id')(...documents, ...facts)
const outcome = (id: string, number: string) => `ended_unpaid | ${number} | ${id} | subject_documents`

const [held, byList] = [enforced('x1', own), enforced('x1', own, { library: null })]
states(
  'an outcome is an event where neither the text nor the list of its document says the same',
  [events([held]), [outcome('x1', own)]],
  [events([held], inText('终本')), [`ended_unpaid | ${own} | x1 | case_enforcement`]],
  [events([byList], inList('终本')), [`ended_unpaid | ${own} | x1 | document_events`]],
  [events([held], inText('终结执行')), [outcome('x1', own), `ended | ${own} | x1 | case_enforcement`]],
  events([held, enforced('x2', other)], inText('终本')),
  `${outcome('x2', other)}; ended_unpaid | ${own} | x1 | case_enforcement`,
)

const found = (kind: string) => `${kind} | ${own} | x1 | case_enforcement`
const debtor = { plaintiff: subject, defendant: '癸公司' }
const marking = (of: Partial<Told>, ...words: readonly string[]) =>
  events([enforced('x1', own, of)], ...words.map((one) => inText(one)))
states(
  'a mark is of whom a text names, or of the debtor whom an outcome alone marks, and how a case stands also of who enforces it',
  [marking({ outcome: 'listed_dishonest' }), `dishonest | ${own} | x1 | subject_documents`],
  [marking({ outcome: 'listed_dishonest' }, '失信 甲'), found('dishonest')],
  [marking({ outcome: 'consumption_restricted' }, '限高 甲'), found('restricted')],
  [marking({ outcome: 'listed_dishonest', ...debtor }), ''],
  [marking({ outcome: 'bankruptcy_accepted', ...debtor }), ''],
  [marking(debtor), outcome('x1', own)],
  [marking({}, '失信'), outcome('x1', own)],
  [events([enforced('x1', own, debtor)], inText('终本', against('癸公司'))), found('ended_unpaid')],
  [events([held], inText('终本', against('癸公司'))), ''],
)

const [beside, elsewhereToo] = [outcome('x1', own), enforced('x2', other)]
const joined = [held, enforced('x2', other, { origin: own, outcome: null })]
states(
  'what a text finds stands in its document; what it finds of the case of another dispute concerns who it names, and who it says that of',
  events([held, elsewhereToo], inText('冻结 甲'), inText('查封 甲 x2')),
  `${beside}; ${outcome('x2', other)}; ${found('frozen')}; seized | ${other} | x2 | case_enforcement`,
  [events([held], inText('冻结', of(other))), [beside]],
  [events([held], inText('冻结')), [beside, found('frozen')]],
  [events([held], inText('冻结', of('(2023)京0105民初1号'))), [beside, found('frozen')]],
  [events([held], inText('冻结 甲', { ...of(other), evidence: '另案冻结' })), [beside]],
  [events(joined, inText('冻结', of(other))), [beside, `frozen | ${other} | x1 | case_enforcement`]],
  events([held], inText('冻结', { ...of(other), ...named })),
  `${beside}; frozen | ${other} | x1 | case_enforcement`,
  [events([held], statement('撤销', other)), [beside, `set_aside | ${other} | x1 | case_statements`]],
  [events([byList], inList('冻结', of(other))), [beside]],
)

const [origin, elsewhere] = ['(2023)京0105民初1号', '(2023)京0106民初2号']
/** What the list says of a case of another dispute than that which the text names as the origin. */
const ofElsewhere = (word: string) => events([enforced('x1', own, { origin })], inList(word, of(elsewhere)))
states(
  'that a decision is in force, carried out, lapsed or filed is an event of its case, whichever dispute that is of',
  ...(['生效 in_force', '执行依据 carried_out', '失效 lapsed', '立案 filed'] as const).map((one) => {
    const [word = '', kind] = one.split(' ')
    return [ofElsewhere(word), [beside, `${kind} | ${elsewhere} | x1 | document_events`]] as const
  }),
  [ofElsewhere('变更'), [beside]],
)

/** The subject objects to an enforcement, in this position. */
const objecting = (position: string): Scene =>
  asking('kind, role', 'stated_events')(
    toldOf(['x1', own, '2024-06-01', subject, '庚材料有限公司', 'other']),
    ['case_parties', { case_id: 'x1', library: 'ptal', name_key: subject, position }],
    inText('冻结'),
  )
states(
  'who objects to an enforcement is on the side that its position says',
  objecting,
  '异议人（被执行人） → frozen | defendant, 异议人（申请执行人） → frozen | plaintiff, 异议人（案外人） → frozen | plaintiff',
)

/** The events of an entry of the registration over nine yuan. */
const entered = (kind: string | null, more: Row = {}): Scene =>
  asking(
    "string_agg(concat_ws(' ', kind, amount), ' ' ORDER BY kind)",
    'stated_events',
  )(['enterprise_risks', { enterprise_id: 'e1', kind, amount: '9.00', ...more }])
const [ofCase, sums] = [{ number_category: '执行案件' }, { collected: '4.00', unpaid: '5.00' }]
states(
  'an entry of the registration is of what its kind says, or its text where it has none',
  (kind, status) => entered(kind, { status }),
  '股权出质 → -, 对外担保 → pledged, 失信被执行人 → dishonest target 9.00, 严重违法失信名单 → irregular',
  '限制消费令 + 终本 → ended_unpaid restricted target 9.00, 被执行人 + 执行完毕 → paid target 9.00',
  '被执行人 + 终本（未执行完毕） → ended_unpaid target 9.00, 被执行人 + 部分履行完毕 → target 9.00',
  '被执行人 + 未全部履行 → target 9.00, 被执行人 + 已全部履行 → paid target 9.00',
  '失信 → dishonest target 9.00, 列入失信被执行人名单 → dishonest target 9.00, 拖欠农民工工资失信联合惩戒名单 → -',
  '重大税收违法失信主体 → penalty, 海关失信企业 → -, 破产案件 → bankruptcy_entry',
  (kind, description) => entered(kind, { description }),
  '被执行人 + 申请执行人：丙公司破产管理人 → target 9.00, 司法案件 + 申请破产清算 → bankruptcy_entry',
  '司法案件 + 原告：丙公司破产管理人 → -, 限制高消费 + 丙公司破产清算 → restricted target 9.00',
  '股权出质 + 以其持有的丙公司股权出质 → pledged, 股权出质 + 丁某以其持有的甲建设有限公司股权出质 → -',
  '股权出质 + 甲建设有限公司将持有的丙公司股权出质 → pledged, 股权出质 + 出质人：甲建设有限公司 → pledged',
  '土地抵押 + 抵押权人：某银行 → pledged, 土地抵押 + 抵押权人：甲建设有限公司 → -, 知识产权出质 → pledged',
  [entered('被执行人', { court: '某市破产法庭' }), 'target 9.00'],
  [entered('失信企业', ofCase), 'dishonest target 9.00'],
  [entered('被执行人', sums), 'collected 4.00 target 9.00 unpaid 5.00'],
  [entered(null, ofCase), 'target 9.00'],
  [entered('行政处罚', ofCase), '-'],
  [entered('股权冻结', { ...ofCase, ...sums }), 'shares_frozen 9.00'],
  [entered(null, { ...ofCase, description: '冻结股权' }), 'shares_frozen 9.00'],
  [entered('司法协助', { description: '被执行人：丁某', status: '股权冻结|冻结' }), 'shares_frozen 9.00'],
)

/** What the text of x1 says of property of the enterprise. */
const property = (columns: string, ...facts: readonly (string | Told | Fact)[]): Scene =>
  asking(
    columns,
    'frozen_property',
  )(...[held, ...facts].map((one) => (typeof one === 'string' ? inText(`${one} 甲`) : one)))

const lasting = (fact: string) => property('until_on, is_term_stated', `${fact} 2025-06-01`)
const since = (fact: string) => property('since, is_since_known, until_on, until_at_latest', fact)
states(
  'a measure lasts as long as its term says, else as the law lets it: a year for money, two for movables, three for the rest; of what is only reported the first day is not known, and of what waits not the last either',
  lasting,
  '冻结 账户内资金 → 2026-06-01 | false, 查封 货物 → 2027-06-01 | false, 扣押 牛羊 → 2027-06-01 | false',
  '扣押 不动产 → 2028-06-01 | false, 查封 房屋 → 2028-06-01 | false, 扣押 → 2027-06-01 | false',
  '冻结 存款 6月 → 2025-12-01 | true, 扣押 机器 至2025-09-01 → 2025-09-01 | true',
  since,
  '查封 房屋 → 2024-06-01 | true | 2027-06-01 | -, 查封 房屋 据报 → 2024-06-01 | false | - | 2027-06-01',
  '查封 房屋 据报 至2026-01-01 → 2024-06-01 | false | 2026-01-01 | -',
  '轮候查封 房屋 据报 → 2024-06-01 | false | - | -, 轮候查封 房屋 36月 → 2024-06-01 | true | - | -',
  '轮候查封 房屋 至2026-01-01 → 2024-06-01 | true | 2026-01-01 | -',
)

states(
  'the day of the data is the last of a term that ends on it, and what is renewed is one row, as its last day has it',
  property(
    'kind, since, state',
    '查封 房屋 至2026-04-01',
    '冻结 存款 至2026-03-31',
    '轮候查封 房屋 2025-06-01',
  ),
  'frozen | 2024-06-01 | expired; seized | 2024-06-01 | in force; waiting | 2025-06-01 | waiting',
  property(
    'since, until_on, conditions, mortgagees',
    inText('查封 房屋 甲', { conditions: ['mortgaged'], mortgagee: '壬银行' }),
    inText('查封 房屋 甲 2025-09-01 12月', { conditions: ['vacant'] }),
  ),
  '2025-09-01 | 2026-09-01 | mortgaged, vacant | 壬银行',
)

/** One order on the account or on as much, and how long it lasts for money. */
const ordered = (other: string, evidence = '一句', otherwise = evidence): Scene =>
  property(
    'kind, or_kinds, property, until_on, money_until_on, is_money_term_stated',
    inText('冻结 存款 9.00 甲 2025-06-01', { evidence }),
    inText(`查封 其他等值财产 ${other} 甲 2025-06-01`, { evidence: otherwise }),
  )
const money = (fact: string) => property('until_on, money_until_on', `${fact} 2025-06-01`)
const alone = 'frozen |  | 存款 | 2026-06-01 | - | false'
states(
  'to freeze money or to seize as much is one order, which lasts longest, and for money as long as it says or a year',
  [ordered('9.00'), 'frozen | seized | 存款 | 2028-06-01 | 2026-06-01 | false'],
  ordered('9.00', '冻结存款的期限为两年，冻结期限三年'),
  'frozen | seized | 存款 | 2028-06-01 | 2028-06-01 | true',
  [ordered('9.00', '一', '二'), `${alone}; seized |  | 其他等值财产 | 2028-06-01 | - | false`],
  [ordered('', '一', '二'), alone],
  money,
  '冻结 财产 → 2028-06-01 | 2026-06-01, 查封 财产 → 2028-06-01 | -, 冻结 财产 6月 → 2025-12-01 | -',
  [property('until_on, money_until_on', '冻结 财产 据报'), '- | -'],
)

const state = (...facts: readonly (string | Told | Fact)[]) => property('kind, property, state', ...facts)
states(
  'what is found is listed where nothing holds it, what is taken where a text reports the sum, and property without a name beside none of a name',
  [state('财产 厂房', '查封 厂房两栋', '财产 仓库'), 'found | 仓库 | found; seized | 厂房两栋 | in force'],
  [state('划拨 存款 9.00', '划拨 货款 8.00 据报', '划拨 账户 据报'), 'taken | 货款 | taken'],
  [state('查封 财产', '查封 厂房', '冻结 财产'), 'frozen | 财产 | in force; seized | 厂房 | in force'],
)

const listed = { ...against(subject), property: '银行存款', amount: '9.00', currency: 'CNY' }
states(
  'what a list says again of the order in a text, in other words for the property, is that order',
  [property('property, source', '冻结 某银行账户 9.00', inList('冻结', listed)), '某银行账户 | full text'],
  [
    property('property, source', '冻结 某银行账户 8.00', inList('冻结', listed)),
    '某银行账户 | full text; 银行存款 | list',
  ],
)

/** How a thing stands that is held from June 2025 on. */
const standing = (thing: string, ...facts: readonly (string | Told | Fact)[]) =>
  property('state', `查封 ${thing} 2025-06-01`, ...facts)
const lifting = (thing: string, lifted: string, on = '2025-06-01') =>
  standing(thing, `查封 ${lifted} 解除 ${on}`)
states(
  'a lift ends the measures of its dispute before it on what it names, by any word for it, and no other',
  lifting,
  '车辆 + 车辆 → lifted, 车辆 + 车辆 + 2025-05-31 → in force, 车辆 + 房屋 → in force',
  '机器 + 机器一台 → lifted, 机器一台 + 机器 → lifted, 机器 + 名下财产 → lifted, 财产 + 机器 → lifted',
  '存款 + 账户 → lifted, 房屋 + 不动产 → lifted, 股权 + 股份 → lifted, 货车 + 车辆 → lifted',
  [standing('车辆', enforced('x2', other), '查封 车辆 解除 2025-06-01 x2'), 'in force'],
)

const open = enforced('x1', own, { outcome: 'seized' })
states(
  'a measure is of a debt that was paid where that is said since, and not of one that ended unpaid later',
  (...said) => standing('车辆', ...said),
  '执行完毕 2025-06-01 → paid, 执行完毕 2025-05-31 → in force',
  '终本 2025-05-01 + 执行完毕 2025-07-01 + 终本 2025-07-02 → in force, 执行完毕 2025-07-01 + 终本 2025-07-01 → paid',
  [property('state', '查封 车辆 据报'), 'in force'],
  asking('state', 'frozen_property')(open, inText('查封 车辆 据报 甲'), inText('执行完毕 2024-05-31 甲')),
  'paid',
)
const given = (thing: string, evidence: string, on = '2025-06-01') =>
  standing(thing, inText(`执行到位 ${thing} ${on} 甲`, { evidence }))
const byOther = inText('查封 车辆 2025-06-01', { conditions: ['claimed by other'] })
states(
  'what the creditor takes in payment is given, and money is not; what another claims is claimed unless a text names whose it is, and of the document of a creditor nothing is its own',
  [given('厂房一处', `将${subject}的厂房作价抵债`), 'given'],
  given,
  '厂房一处 + 厂房拍卖 → in force, 厂房一处 + 仓库作价抵债 → in force, 财产 + 以财产抵债 → in force',
  '厂房一处 + 厂房作价抵债 + 2025-05-31 → in force',
  [property('state', byOther), 'claimed'],
  [standing('车辆', byOther), 'in force'],
  [asking('state', 'frozen_property')({ ...held, plaintiff: subject, defendant: '癸公司' }, byOther), ''],
)

const entry = (description?: string): Fact => [
  'enterprise_risks',
  { enterprise_id: 'e1', kind: '股权冻结', description: description ?? null },
]
const former = { enterprise_id: 'e1', kind: 'former', name: '旧甲公司', name_key: '旧甲公司' }
states(
  'shares that are frozen are those in the enterprise, or those that it holds',
  [asking('is_own_equity', 'frozen_property')(entry()), 'true'],
  (text) => asking('is_own_equity', 'frozen_property')(entry(text)),
  `${subject}股权 → true, 癸某持有的${subject}股权 → true, ${subject}持有的癸公司股权 → false`,
  '其持有的癸公司股权 → false, 其持有的股权 → true',
  (text) => asking('is_own_equity', 'frozen_property')(entry(text), ['enterprise_names', former]),
  '被执行人：癸某，股权所在企业：旧甲公司，冻结股权 → true, 旧甲公司持有的癸公司股权 → false, 癸某持有的旧甲公司股权 → true',
  `被执行人：大旧甲公司，冻结其持有的${subject}股权 → true, 被执行人：旧甲公司，冻结其持有的癸公司股权 → false`,
  [property('is_own_equity', '冻结 癸公司股权'), 'false'],
  [property('is_own_equity', inText(`冻结 ${subject}股权`, against('癸某'))), 'true'],
  [property('is_own_equity', '冻结 癸股份有限公司的车辆'), '-'],
)
states('no event or measure is of no enterprise', [ofNone('stated_events', 'events', 'frozen_property'), ''])
