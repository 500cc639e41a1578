/**
 * What the message of an envelope says of the call. The contract (sections 7 and 8) lists few messages; the others are
 * words that Chinese paid services use.
 * - `rate`: asked too fast; passes by itself.
 * - `quota`: what was bought is used up.
 * - `login`: the service wants a login or does not accept the key.
 * - `parameter`: the caller's parameters are at fault.
 * - `service`: the service could not do it.
 * - `nothing`: there is nothing to be found: a verified absence.
 * - `done`: the request succeeded, or no words at all.
 */
export type Saying = 'rate' | 'quota' | 'login' | 'parameter' | 'service' | 'nothing' | 'done'

/**
 * The first row that fits counts. A message may say several things: a failure goes before the word that nothing was found, and
 * speed before quota ("调用频率超出配额" passes by itself, and a run must not stop for it).
 */
const sayings: readonly (readonly [Saying, RegExp])[] = [
  [
    'rate',
    /频繁|频率|限流|过快|并发|QPS|(次数|请求|访问|调用)(过多|超限|超过限制|达到上限).*稍后|每(秒|分钟)|too many requests|rate.?limit|throttl|per (second|minute)/i,
  ],
  [
    'quota',
    /余额(不足|为0|已用)|欠费|(额度|配额|次数|点数|积分|流量)(已经?|都)?(不足|用完|用尽|耗尽|达到?上限|超限|为0)|(今日|当日|本月|每日|每月).*(上限|用完|用尽|超限)|套餐.*(到期|过期|不足|用完|用尽)|(quota|credits?|balance).*(exceeded|exhausted|used up|insufficient|depleted)|(insufficient|exceeded|out of|no) .*(quota|credits?|balance)/i,
  ],
  [
    'login',
    /登[录陆]|未授权|无权|没有权限|权限不足|鉴权|认证|令牌|密钥|签名(错误|无效|失败)|\btoken\b|api.?key|unauthori[sz]ed|forbidden|permission denied/i,
  ],
  ['parameter', /参数|不能为空|不可为空|不支持的type/],
  [
    'service',
    /失败|异常|错误|出错|繁忙|忙碌|超时|故障|不可用|维护|升级|处理中|稍[后候]|重试|\b(error|failed|failure|busy|time(d )?.?out|unavailable|exception|try again|maintenance)\b/i,
  ],
  [
    'nothing',
    /^(未(查询|查找|检索|搜索|匹配|找|查|搜)?到|没有(查询|检索|搜索|匹配|找|查|搜)?到|查无|暂无|无(相关|此|该|匹配|符合|记录|数据|结果)|(数据|记录|企业|案例|内容|结果)不存在|no (related |matching )?(data|records?|results?|content|match(es)?)|(data |record )?not found)/i,
  ],
  ['done', /^((请求|查询|操作|调用|执行|获取|检索|搜索|处理)?成功|ok|success(ful)?)?[.!。！]?$/i],
]

/** What a message says; null when no row knows its words. */
export const sayingOf = (message: string | null): Saying | null =>
  sayings.find(([, words]) => words.test((message ?? '').trim()))?.[0] ?? null
