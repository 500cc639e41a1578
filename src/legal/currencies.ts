/** Names of currencies before a sum and after it, by ISO 4217 code. 元 and 圆 alone are yuan. */
const CURRENCIES: readonly (readonly [code: string, before: string, after: string])[] = [
  ['CNY', '人民币|RMB|CNY|[¥￥]', '元|圆|块钱'],
  ['USD', '美元|美金|USD|US\\$', '美元|美金'],
  ['HKD', '港币|港元|HKD|HK\\$', '港币|港元'],
  ['EUR', '欧元|EUR|€', '欧元'],
  ['JPY', '日元|日币|JPY', '日元|日圆'],
  ['GBP', '英镑|GBP|£', '英镑'],
  ['TWD', '新台币|TWD', '新台币元?'],
  ['MOP', '澳门币|MOP', '澳门元|澳门币'],
  ['AUD', '澳元|AUD', '澳元|澳大利亚元'],
  ['CAD', '加元|CAD', '加元|加拿大元'],
  ['SGD', '新加坡元|SGD', '新加坡元'],
  ['KRW', '韩元|KRW', '韩元|韩币'],
  ['CHF', '瑞士法郎|CHF', '瑞士法郎'],
]

/** For use in a regular expression: a currency before a sum. */
export const CURRENCY_BEFORE = CURRENCIES.map(([, before]) => before).join('|')

/** For use in a regular expression: a currency after a sum; 元 of 元旦, 元件 and 一元化 is none. */
export const CURRENCY_AFTER = CURRENCIES.map(([code, , after]) =>
  code === 'CNY' ? '[元圆](?![旦件素宝制化论])|块钱' : after,
).join('|')

const lookup = (names: (row: (typeof CURRENCIES)[number]) => string) => {
  const shapes = CURRENCIES.map((row): [string, RegExp] => [row[0], new RegExp(`^(?:${names(row)})$`, 'i')])
  return (name: string): string | undefined => shapes.find(([, shape]) => shape.test(name))?.[0]
}

/** ISO 4217 code of a name that stands before a sum; undefined when it is none. */
export const currencyBefore = lookup(([, before]) => before)

/** ISO 4217 code of a name that stands after a sum; undefined when it is none. */
export const currencyAfter = lookup(([, , after]) => after)
