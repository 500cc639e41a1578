/**
 * Opens a published warehouse again and again until its input ends, reads the generation of each table by a statement
 * of its own, and prints what it saw. Plain JavaScript, for it runs in a process of its own.
 * Arguments: the built module `query`, the published file, the number of tables.
 */
const [module, path, tables] = process.argv.slice(2)
const { openPublished } = await import(module)

let isOver = false
process.stdin.on('end', () => {
  isOver = true
})
process.stdin.resume()

const seen = { reads: 0, generations: 0, mixed: 0, backwards: 0, errors: [] }
let last = -1

async function read() {
  await withOpen(await openPublished(path, '128MB'), async (database) => {
    const generations = new Set()
    for (let table = 0; table < Number(tables); table += 1) {
      const [row] = await database.rows(
        `SELECT min(generation) AS least, max(generation) AS most, count(*)::INTEGER AS n FROM t${table}`,
      )
      for (const generation of [row.least, row.most]) generations.add(generation)
      if (row.n !== 2000) seen.mixed += 1
    }
    const [generation] = generations
    seen.reads += 1
    if (generations.size !== 1) seen.mixed += 1
    if (generation < last) seen.backwards += 1
    if (generation > last) seen.generations += 1
    last = generation
  })
}

async function withOpen(database, work) {
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

process.stdout.write('ready\n')
while (!isOver) {
  await read().catch((error) => seen.errors.push(String(error)))
}
process.stdout.write(`${JSON.stringify({ ...seen, last })}\n`)
