import { createHash } from 'node:crypto'
import { inBeijing } from '../dossiers/dossier.ts'
import { type Html, html, trusted } from '../dossiers/html.ts'
import { markedRules } from '../dossiers/judgment/marked-text.ts'
import { namedRules } from '../dossiers/shown.ts'
import { filled, type Words } from '../dossiers/words/words.ts'
import { emptyBox, link, type Page, type Scene } from './scene.ts'

/** A whole page: the view, with the ways to the others, and what the data is. It has no script. */
export function framed(
  { words, report, run, publishedAt }: Scene,
  path: string,
  { title, body }: Page,
): string {
  const { nav, search } = words
  const places = {
    '/': nav.portfolio,
    '/search': nav.search,
  }
  const ways = Object.entries(places).map(
    ([to, name]) => html`<a href="${to}"${to === path && html` aria-current="page"`}>${name}</a> &ensp; `,
  )
  const find =
    path !== '/search' &&
    html`<form class="find" action="/search" role="search"><input type="search" name="q" aria-label="${search.query}" placeholder="${search.query}"></form>`
  const at = inBeijing(publishedAt.toISOString().slice(0, 19).replace('T', ' '))
  return document(
    report,
    title,
    html`<a class="skip" href="#main">${words.skip}</a>
<header class="top"><strong>${words.name}</strong><nav>${ways}</nav>${find}</header>
<main id="main">
${body}
</main>
<footer>${filled(words.published, run, at)}</footer>`,
  )
}

/** A page that shows nothing of the warehouse: for those who have no token. */
export function lockedPage(words: Words): string {
  const { title, hint } = words.explore.locked
  return document(
    words,
    title,
    html`<main id="main">${emptyBox(html`<h1>${title}</h1><p>${hint}</p>`)}</main>`,
  )
}

const document = (words: Words, title: string, body: Html): string =>
  html`<!doctype html>
<html lang="${words.code}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
<title>${title} · dossier</title>
</head>
<body>
${body}
</body>
</html>
`.markup

const statuses = { notFound: 404, unknown: 400, failed: 500 } as const

/** A page in place of one that cannot be shown, with what to do about it. */
export function faultPage({ words }: Scene, kind: keyof typeof statuses, hint: string): Page {
  const title = words.fault[kind]
  const shown = html`<h1>${title}</h1><p>${hint}</p>${link('/', words.nav.portfolio, 'button')}`
  return { title, status: statuses[kind], body: emptyBox(shown) }
}

/**
 * The sheet of every page, in light and dark. It stands in the page, so that nothing is asked for before the first paint; fonts are the
 * system's.
 */
export const style = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#55606c;--line:#d7dce2;--pale:#f3f5f8;--paper:#fff;--card:#fff;--link:#1d4e89;--navy:#234a73;--brick:#a9573c;--bad:#8f2f1b;--badpale:#fbeae5;--mid:#7a5200;--midpale:#fbf1dc;--low:#41505e;--lowpale:#e9eef3;--focus:#0b63ce;--sum:#fde9a9;--cite:#d8e8fb;--who:#dff1e0;--why:#f8dfd6;--num:#e9e0f6;--target:#ffdf6b}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a5b0bc;--line:#3a434e;--pale:#1d232b;--paper:#12161b;--card:#1a2027;--link:#8fbdf5;--navy:#7fa8d6;--brick:#d98a6e;--bad:#ff9c84;--badpale:#43201a;--mid:#f0c674;--midpale:#3b2f14;--low:#b7c4d1;--lowpale:#27303a;--focus:#74b3ff;--sum:#574613;--cite:#1f3f63;--who:#1f4527;--why:#5a2c1e;--num:#40315c;--target:#7a6200}}
*{box-sizing:border-box}
html{font:15px/1.6 "PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Source Han Sans SC","WenQuanYi Micro Hei",sans-serif;color:var(--ink);background:var(--paper);-webkit-text-size-adjust:100%;scroll-padding-top:4.5rem}
html:lang(en){font-family:"Helvetica Neue",Arial,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif}
body{margin:0}
a{color:var(--link);text-decoration:none}
a:hover{text-decoration:underline}
.read li a,.flagrows a,main p a:not(.button){text-decoration:underline;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:2px}
.skip{position:absolute;left:-100vw}.skip:focus{left:.5rem;top:.5rem;background:var(--card);padding:.4rem .8rem;z-index:9}
.top{position:sticky;top:0;z-index:5;display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;align-items:baseline;padding:.65rem 1.5rem;border-bottom:1px solid var(--line);background:var(--card)}
.top strong{font-size:1.05rem;letter-spacing:.04em}
.top a{color:var(--ink);padding:.15rem 0}.top a[aria-current]{color:var(--link);border-bottom:2px solid var(--link)}
.top .find{margin-left:auto}.top .find input{width:16rem;max-width:60vw}
main{max-width:100rem;margin:0 auto;padding:1.2rem 1.5rem 3rem}
footer{max-width:100rem;margin:0 auto;padding:0 1.5rem 2rem;color:var(--soft);font-size:.85rem}
h1{font-size:1.6rem;line-height:1.3;margin:.2rem 0 1rem;overflow-wrap:anywhere}
h1 small{font-size:.95rem;font-weight:400;color:var(--soft);margin-left:.6rem}
h2{font-size:1.12rem;margin:2rem 0 .7rem}
h3{font-size:1rem;margin:1.2rem 0 .4rem}
bdi{white-space:pre-wrap;overflow-wrap:anywhere}
${namedRules}.minor,.note,.unknown,.zero,.code{color:var(--soft)}
.note,.minor{font-size:.88rem}
.code{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.82rem;overflow-wrap:anywhere}
.warning{border-left:4px solid var(--bad);background:var(--badpale);padding:.6rem .9rem;margin:.8rem 0}
.empty{border:1px dashed var(--line);border-radius:6px;padding:1.6rem;text-align:center;background:var(--pale)}
.empty h2{margin-top:0}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.6rem;margin:0 0 1.2rem}
.figures div{border:1px solid var(--line);border-radius:6px;padding:.5rem .8rem;background:var(--card)}
.figures dt{font-size:.82rem;color:var(--soft)}
.figures dd{margin:0;font-size:1.3rem;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.columns{display:grid;grid-template-columns:15.5rem minmax(0,1fr);gap:1.6rem;align-items:start}
.reading{display:grid;grid-template-columns:minmax(0,1fr) 24rem;gap:2rem;align-items:start}
aside form label{display:block;font-size:.85rem;color:var(--soft);margin:0 0 .6rem}
input,select,button{font:inherit;color:var(--ink)}
input,select{width:100%;border:1px solid var(--soft);border-radius:4px;background:var(--card);padding:.3rem .5rem}
button,.button{display:inline-block;border:1px solid var(--link);border-radius:4px;background:var(--card);color:var(--link);padding:.3rem .9rem;cursor:pointer}
button:hover,.button:hover{background:var(--pale);text-decoration:none}
.facet{margin:1rem 0 0;border-top:1px solid var(--line);padding-top:.5rem}
.facet summary{cursor:pointer;font-weight:600;font-size:.9rem}
.facet ul{list-style:none;margin:.3rem 0 0;padding:0;max-height:19rem;overflow-y:auto}
.facet li a,.facet li{display:flex;gap:.5rem;justify-content:space-between}
.facet li a{flex:1;padding:.1rem .4rem;border-radius:4px;color:var(--ink);font-size:.9rem}
.facet li a:hover{background:var(--pale);text-decoration:none}
.facet a.chosen{background:var(--cite);font-weight:600}
.facet .value{overflow-wrap:anywhere;flex:1}
.facet .count{color:var(--soft);font-variant-numeric:tabular-nums}
.scroll{overflow-x:auto;margin:.6rem 0}
.stack{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem;line-height:1.5}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{padding:.4rem .55rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{background:var(--pale);color:var(--soft);font-weight:600;vertical-align:bottom}
tbody tr:hover{background:var(--pale)}
td{overflow-wrap:anywhere}
.number{text-align:right;font-variant-numeric:tabular-nums}
th.number{min-width:3.3rem}
td.number,td.short,.short bdi{white-space:nowrap}
.short{font-variant-numeric:tabular-nums}
td.sentence{min-width:13rem}
td .name{font-weight:600}
.flags{display:flex;flex-wrap:wrap;gap:.25rem}
.flag{border-radius:3px;padding:0 .45rem;font-size:.82rem;line-height:1.55;background:var(--lowpale);color:var(--low)}
.flag.high{background:var(--badpale);color:var(--bad);font-weight:600}
.flag.medium{background:var(--midpale);color:var(--mid)}
.actions{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
.pager{display:flex;gap:1rem;align-items:center;justify-content:center;margin:1rem 0}
.tabs{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;border-bottom:1px solid var(--line);margin:0 0 1rem}
.tabs a{padding:.35rem .1rem;color:var(--ink)}.tabs a[aria-current]{border-bottom:3px solid var(--link);color:var(--link);font-weight:600}
.facts{margin:0;display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));column-gap:2rem}
.facts div{display:grid;grid-template-columns:minmax(7rem,34%) 1fr;gap:.8rem;padding:.35rem 0;border-bottom:1px solid var(--line)}
.facts dt{color:var(--soft)}.facts dd{margin:0;overflow-wrap:anywhere}
.reading .facts{grid-template-columns:1fr}
.flagrows{list-style:none;margin:.2rem 0;padding:0}
.flagbox{border:1px solid var(--line);border-radius:6px;background:var(--card);margin:.5rem 0;padding:.5rem .9rem}
.flagbox summary{cursor:pointer;display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:baseline}
.flagbox .why{color:var(--soft);font-size:.88rem}
${markedRules}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--pale);border:1px solid var(--line);border-radius:6px;padding:1rem;font:.84rem/1.5 ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
.hit{background:var(--sum);color:var(--ink)}
.results{list-style:none;margin:0;padding:0}.results li{border-bottom:1px solid var(--line);padding:.7rem 0}
.results p{margin:.2rem 0}
.match{color:#1c6b3a}
@media (prefers-color-scheme:dark){.match{color:#7fd69d}}
@media (max-width:62rem){.columns,.reading{grid-template-columns:minmax(0,1fr)}.read{position:static;max-height:none}.card{left:1.5rem;width:auto;max-height:45vh}}
@media (max-width:40rem){
main,footer,.top{padding-left:1rem;padding-right:1rem}
.top{position:static}.top .find{margin-left:0;width:100%}.top .find input{width:100%;max-width:none}
.figures{grid-template-columns:1fr 1fr}.figures dd{font-size:1.1rem}
.facts{grid-template-columns:1fr}
.fulltext{padding:.9rem 1rem}
.stack table,.stack tbody,.stack tr,.stack td{display:block}
.stack thead{display:none}
.stack tr{border:1px solid var(--line);border-radius:6px;margin:0 0 .7rem;padding:.3rem .7rem}
.stack td,.stack td.number,.stack td.short{border:0;padding:.15rem 0 .15rem 7.6rem;text-align:left;white-space:normal;display:flow-root}
.stack td::before{content:attr(data-label);float:left;width:7rem;margin-left:-7.6rem;color:var(--soft);font-size:.82rem}
.stack td[data-label=""]{padding-left:0}
.facets{display:flex;gap:1rem;overflow-x:auto;padding-bottom:.4rem}.facets .facet{flex:0 0 14rem}.facets .facet ul{max-height:10rem}
}
@media print{.top,.skip,aside,.pager,.card,form:not(:has(table,ol)),input,button,.tabs,.button{display:none!important}.flagbox::details-content{content-visibility:visible;block-size:auto}.columns,.reading{display:block}main{max-width:none;padding:0}.fulltext{border:0;padding:0}tr,.flagbox{break-inside:avoid}thead{display:table-header-group}a{color:inherit}}
@media (forced-colors:active){.mark,.hit{forced-color-adjust:none;color:#000}}
`

/** What a policy allows of styles: the sheet, and nothing else. */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
