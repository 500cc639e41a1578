/** What a dispute is about; texts and citations are chosen by it. */
export type Family =
  | 'sale'
  | 'labour'
  | 'finance'
  | 'construction'
  | 'lease'
  | 'lending'
  | 'property'
  | 'insurance'
  | 'traffic'
  | 'ip'
  | 'equity'
  | 'service'
  | 'tort'
  | 'administrative'

export interface Cause {
  readonly name: string
  readonly family: Family
  readonly weight: number
  /** How often the enterprise sues, when it is not a third party. */
  readonly sues: number
  /** Typical claim in yuan. */
  readonly claim: number
}

type Row = readonly [name: string, family: Family, weight: number, sues: number, claim: number]

const rows: readonly Row[] = [
  ['买卖合同纠纷', 'sale', 16, 0.62, 160_000],
  ['劳动争议', 'labour', 12, 0.3, 45_000],
  ['金融借款合同纠纷', 'finance', 10, 0.03, 1_800_000],
  ['建设工程施工合同纠纷', 'construction', 8, 0.6, 900_000],
  ['房屋租赁合同纠纷', 'lease', 5, 0.6, 120_000],
  ['租赁合同纠纷', 'lease', 2, 0.6, 150_000],
  ['民间借贷纠纷', 'lending', 6, 0.3, 260_000],
  ['物业服务合同纠纷', 'property', 5, 0.2, 9_000],
  ['财产保险合同纠纷', 'insurance', 3, 0.7, 80_000],
  ['责任保险合同纠纷', 'insurance', 2, 0.7, 110_000],
  ['机动车交通事故责任纠纷', 'traffic', 5, 0.2, 70_000],
  ['侵害商标权纠纷', 'ip', 2, 0.7, 60_000],
  ['侵害作品信息网络传播权纠纷', 'ip', 2, 0.7, 20_000],
  ['侵害外观设计专利权纠纷', 'ip', 1, 0.7, 90_000],
  ['承揽合同纠纷', 'service', 2.6, 0.66, 90_000],
  ['服务合同纠纷', 'service', 2.2, 0.66, 70_000],
  ['运输合同纠纷', 'service', 1.6, 0.66, 60_000],
  ['追偿权纠纷', 'lending', 1.6, 0.66, 240_000],
  ['保证合同纠纷', 'finance', 1.2, 0.66, 900_000],
  ['票据追索权纠纷', 'finance', 1.4, 0.66, 500_000],
  ['商品房预售合同纠纷', 'sale', 1.4, 0.5, 300_000],
  ['股权转让纠纷', 'equity', 1.2, 0.66, 1_500_000],
  ['股东出资纠纷', 'equity', 0.6, 0.66, 2_000_000],
  ['股东知情权纠纷', 'equity', 0.4, 0.4, 50_000],
  ['损害公司利益责任纠纷', 'equity', 0.5, 0.7, 1_000_000],
  ['委托合同纠纷', 'service', 1, 0.66, 80_000],
  ['中介合同纠纷', 'service', 0.8, 0.66, 60_000],
  ['技术服务合同纠纷', 'service', 0.7, 0.66, 180_000],
  ['广告合同纠纷', 'service', 0.6, 0.66, 90_000],
  ['特许经营合同纠纷', 'service', 0.6, 0.6, 130_000],
  ['不当得利纠纷', 'tort', 0.6, 0.66, 70_000],
  ['产品责任纠纷', 'tort', 0.4, 0.5, 60_000],
  ['提供劳务者受害责任纠纷', 'tort', 0.6, 0.3, 150_000],
  ['财产损害赔偿纠纷', 'tort', 0.5, 0.66, 90_000],
  ['行政处罚', 'administrative', 0.3, 1, 50_000],
  ['工伤保险资格或者待遇认定', 'administrative', 0.2, 1, 50_000],
]

export const causes: readonly Cause[] = rows.map(([name, family, weight, sues, claim]) => ({
  name,
  family,
  weight,
  sues,
  claim,
}))
