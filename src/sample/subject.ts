import { type Court, courtsOf } from './courts.ts'

import { creditCode, enterpriseName, officeAddress, type Party, personName } from './parties.ts'

import { chance, hexId, lognormal, logUniform, randomStream } from './random.ts'

/** What sets how many documents an enterprise has. */
export interface CountOptions {
  readonly documentsPerEnterprise?: number
  readonly giants?: boolean
}

/** An enterprise of the corpus, before anything happened to it. */
export interface Subject {
  readonly index: number
  readonly id: string
  readonly uscc: string
  readonly home: Court
  readonly party: Party
  readonly industry: string
  readonly scope: string
  /** Documents in its litigation list, repeated entries aside. */
  readonly documents: number
  readonly fixed: FixedEnterprise | undefined
}

/** Without giants no list is longer than this: the lognormal's upper 0.5 percent is cut off. */
const longestList = 409

export function subjectAt(seed: number, index: number, options: CountOptions = {}): Subject {
  const random = randomStream('enterprise', seed, index)
  const fixed = fixedEnterprises[index]
  const drawn = fixed === undefined ? enterpriseName(seed, index) : { ...fixed, home: seatOf(fixed) }
  const { home, industry, scope, name, short } = drawn
  const id = hexId(random)
  const uscc = creditCode(random, home.region)
  const head = personName(random)
  const code = fixed?.uscc ?? (chance(random, 0.01) ? '' : uscc)
  const address = officeAddress(random, home)
  const party: Party = { kind: 'company', name, short, head, born: 0, address, ...(code !== '' && { code }) }
  const count = options.documentsPerEnterprise ?? fixed?.documents ?? drawCount(seed, index, options)
  return {
    index,
    id: fixed?.id ?? id,
    uscc: code,
    home,
    party,
    industry,
    scope,
    documents: count,
    fixed,
  }
}

/** Names and credit codes of the first `count` enterprises of a seed, for writing job files. */
export function enterpriseNames(
  seed: number,
  count: number,
): readonly { readonly name: string; readonly uscc: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const { party, uscc } = subjectAt(seed, index)
    return { name: party.name, uscc }
  })
}

/** Half have none; the others lognormal, median 4, sigma 1.8; three in a thousand are giants (domain.md 5). */
function drawCount(seed: number, index: number, { giants = false }: CountOptions): number {
  const random = randomStream('workload', seed, index)
  const isGiant = random() < 0.003
  const isQuiet = random() < 0.5
  const usual = Math.max(1, Math.round(lognormal(random, 4, 1.8)))
  if (giants && isGiant) return Math.round(logUniform(random, 2000, 20_000))
  return isQuiet ? 0 : Math.min(usual, giants ? 2000 : longestList)
}

function seatOf({ name, seat }: FixedEnterprise): Court {
  const court = courtsOf('基层').find(({ code }) => code === seat)
  if (court === undefined) throw new Error(`sample: no court ${seat} for ${name}`)
  return court
}

/** An enterprise that every sample corpus opens with, whatever the seed, so that job files can name it. */
interface FixedEnterprise {
  readonly id: string
  readonly name: string
  readonly short: string
  /** Empty where the register gives none. */
  readonly uscc: string
  /** How many documents the litigation list has, repeated entries aside. */
  readonly documents: number
  /** Code of the basic court of its seat. */
  readonly seat: string
  readonly industry: string
  readonly scope: string
  readonly formerName?: string
  readonly stockName?: string
}

export const fixedEnterprises: readonly FixedEnterprise[] = [
  {
    id: '5a1e0000c0de4d00a0000000000000e0',
    name: '示例建设集团有限公司',
    short: '示例建设公司',
    uscc: '91110108MA0074PN30',
    documents: 120,
    seat: '京0108',
    industry: '土木工程建筑业',
    scope: '建设工程施工；建筑劳务分包；工程管理服务',
  },
  {
    id: '5a1e0000c0de4d00a0000000000000e1',
    name: '示例科技股份有限公司',
    short: '示例科技公司',
    uscc: '91440305MA9W08NG14',
    documents: 40,
    seat: '粤0305',
    industry: '软件和信息技术服务业',
    scope: '软件开发；信息系统集成服务；技术咨询',
    formerName: '示例软件有限公司',
    stockName: '示例科技',
  },
  {
    id: '5a1e0000c0de4d00a0000000000000e2',
    name: '示例商贸（上海）有限公司',
    short: '示例商贸公司',
    uscc: '91310115MA2RQJBX9W',
    documents: 12,
    seat: '沪0115',
    industry: '批发业',
    scope: '日用百货销售；建筑材料销售；国内贸易代理',
  },
  {
    id: '5a1e0000c0de4d00a0000000000000e3',
    name: '示例置业有限公司',
    short: '示例置业公司',
    uscc: '91510104MA3HR8FB2U',
    documents: 0,
    seat: '川0104',
    industry: '房地产业',
    scope: '房地产开发经营；非居住房地产租赁',
  },
  {
    id: '5a1e0000c0de4d00a0000000000000e4',
    name: '示例物流有限公司北京分公司',
    short: '示例物流北京分公司',
    uscc: '91110112MA0UJ6NP5K',
    documents: 8,
    seat: '京0112',
    industry: '道路运输业',
    scope: '国内货物运输代理；普通货物仓储服务',
  },
  {
    id: '5a1e0000c0de4d00a0000000000000e5',
    name: '示例物流有限公司上海分公司',
    short: '示例物流上海分公司',
    uscc: '91310114MA6DKPUB8T',
    documents: 3,
    seat: '沪0114',
    industry: '道路运输业',
    scope: '国内货物运输代理；普通货物仓储服务',
  },
  {
    id: '5a1e0000c0de4d00a0000000000000e6',
    name: '示例餐饮管理有限公司',
    short: '示例餐饮公司',
    uscc: '',
    documents: 5,
    seat: '浙0106',
    industry: '餐饮业',
    scope: '餐饮服务；餐饮管理；食品销售',
  },
]
