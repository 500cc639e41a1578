// Adds to the page of SQL what only a script can: completion by names and Chinese terms, and Ctrl+Enter. Every page works without it.
const area = document.querySelector('textarea[name=sql]')
const words = [...document.querySelectorAll('[data-relation]')].flatMap((relation) => {
  const name = relation.getAttribute('data-relation') ?? ''
  const term = relation.querySelector('summary .minor')?.textContent ?? ''
  const columns = [...relation.querySelectorAll('li')].map((column) => ({
    name: column.querySelector('.code')?.textContent ?? '',
    term: column.querySelector('.minor')?.textContent ?? '',
  }))
  return [{ name, term }, ...columns]
})
const known = [...new Map(words.map((word) => [`${word.name} ${word.term}`, word])).values()]
const mostShown = 8

/** The word before the caret: a name as far as it is written, or Chinese. */
const wordBefore = (text) => /[\w\p{Script=Han}]+$/u.exec(text)?.[0] ?? ''

const matching = (word) =>
  known
    .filter(({ name, term }) => name !== word && (name.startsWith(word.toLowerCase()) || term.includes(word)))
    .slice(0, mostShown)

function complete(area, list) {
  let chosen = 0
  let shown = []
  const hide = () => {
    shown = []
    list.hidden = true
    area.setAttribute('aria-expanded', 'false')
    area.removeAttribute('aria-activedescendant')
  }
  const draw = () => {
    list.replaceChildren(
      ...shown.map(({ name, term }, at) => {
        const option = document.createElement('li')
        option.id = `completion-${at}`
        option.setAttribute('role', 'option')
        option.setAttribute('aria-selected', String(at === chosen))
        option.textContent = `${name} ${term}`
        option.addEventListener('mousedown', (event) => {
          event.preventDefault()
          take(at)
        })
        return option
      }),
    )
    list.hidden = shown.length === 0
    area.setAttribute('aria-expanded', String(shown.length > 0))
    if (shown.length > 0) area.setAttribute('aria-activedescendant', `completion-${chosen}`)
  }
  const take = (at) => {
    const start = area.selectionStart - wordBefore(area.value.slice(0, area.selectionStart)).length
    area.setRangeText(shown[at]?.name ?? '', start, area.selectionStart, 'end')
    hide()
  }
  area.addEventListener('input', () => {
    const word = wordBefore(area.value.slice(0, area.selectionStart))
    shown = word.length < (/^\w+$/.test(word) ? 2 : 1) ? [] : matching(word)
    chosen = 0
    if (shown.length === 0) hide()
    else draw()
  })
  area.addEventListener('blur', hide)
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) area.form?.requestSubmit()
    if (shown.length === 0) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      chosen = (chosen + (event.key === 'ArrowDown' ? 1 : shown.length - 1)) % shown.length
      draw()
    } else if (event.key === 'Enter' || event.key === 'Tab') take(chosen)
    else if (event.key === 'Escape') hide()
    else return
    event.preventDefault()
  })
}

const list = document.querySelector('#completions')
if (area !== null && list !== null) complete(area, list)
