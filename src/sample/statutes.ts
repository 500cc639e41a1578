import type { StatuteArticle } from '../contract/records.ts'
import { articleLabel } from './citations.ts'
import { articlesOfVersion, regulationId } from './laws.ts'
import { type Law, type LawVersion, laws } from './words/laws.ts'

/** Every article of the sample's laws. Labels and dates are real; the text is not the law's. */
export function* statuteArticles(): Generator<StatuteArticle> {
  for (const law of laws) {
    for (const version of law.versions) {
      for (const article of articlesOfVersion(version)) yield statuteArticle(law, version, article)
    }
  }
}

function statuteArticle(law: Law, version: LawVersion, article: string): StatuteArticle {
  const fgid = regulationId(law, version)
  const fgmc = law.name + (version.suffix ?? '')
  const label = articleLabel({ law, article })
  const content = `【示例条文】本条为示例数据，仅载明“${law.name}”${label}的位置，不是法律原文。`
  return {
    id: `${fgid}_${article}`,
    ftmc: fgmc + label,
    title: fgmc + label,
    fgid,
    tid: article,
    url: `/zxt/statuteDetail/detailPage/${fgid}?text=${article}`,
    content,
    fgmc,
    ft_num: label,
    llm_content: ` - 《${fgmc}》${label}##${content}`,
    sxx: version.validity,
    dy: '中央',
    xljb_1: law.level,
    xljb_2: law.level,
    ssrq: version.from,
    fbrq: version.published,
    fbbm: law.department,
    ...(version.number !== undefined && { fwzh: version.number }),
  }
}
