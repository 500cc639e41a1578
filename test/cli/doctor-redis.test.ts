import { describe, expect, onTestFinished, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { hasProgram } from '../support/programs.ts'
import { freePort, ownRedis } from '../support/redis.ts'

/** What the doctor says of a Redis. */
async function told(url: string) {
  const args = ['doctor', '--home', await temporaryFolder(), '--base-url', 'http://127.0.0.1:1', '--json']
  const { out } = await cli(args, { DOSSIER_REDIS_URL: url })
  const diagnoses: readonly { check: string; state: string; found: string; todo: string }[] = JSON.parse(out)
  return diagnoses.filter(({ check }) => check === 'redis')
}

describe.skipIf(!hasProgram('redis-server'))('of the Redis at which workers are met the doctor says', () => {
  test('its version and who is connected, when units are safe in it', async () => {
    const { url, port } = await ownRedis(onTestFinished)
    expect(await told(url)).toEqual([
      {
        check: 'redis',
        state: 'ok',
        found: expect.stringMatching(
          new RegExp(`^Redis [67]\\.\\S+ at 127.0.0.1:${port}, keeps units safe; workers connected: 0$`),
        ),
        todo: '',
      },
    ])
  })

  test('each setting that units are not safe with, and how it is put right', async () => {
    const { url, port } = await ownRedis(onTestFinished, ['--maxmemory-policy', 'allkeys-lru'])
    const at = `127.0.0.1:${port}`
    expect(await told(url)).toEqual([
      {
        check: 'redis',
        state: 'problem',
        found: `${at}: its appendonly is no, so units would be lost when it ends`,
        todo: 'put "appendonly yes" into redis.conf, or run: redis-cli CONFIG SET appendonly yes',
      },
      {
        check: 'redis',
        state: 'problem',
        found: `${at}: its maxmemory-policy is allkeys-lru, so it may drop units when its memory is full`,
        todo: 'put "maxmemory-policy noeviction" into redis.conf, or run: redis-cli CONFIG SET maxmemory-policy noeviction',
      },
    ])
  })

  test('that it lacks the one setting that is wrong, and of the right one nothing', async () => {
    const { url } = await ownRedis(onTestFinished, [
      '--appendonly',
      'yes',
      '--maxmemory-policy',
      'volatile-lru',
    ])
    expect(await told(url)).toMatchObject([
      { state: 'problem', found: expect.stringContaining('its maxmemory-policy is volatile-lru') },
    ])
  })

  test('where it looked and what it expected there, when nobody answers', async () => {
    const port = await freePort()
    expect(await told(`redis://user:hidden@127.0.0.1:${port}`)).toEqual([
      {
        check: 'redis',
        state: 'problem',
        found: expect.stringMatching(
          `^127.0.0.1:${port} cannot be used: connect ECONNREFUSED 127.0.0.1:${port}$`,
        ),
        todo: 'expected a Redis at DOSSIER_REDIS_URL, such as redis://127.0.0.1:6379: start it, or correct the address or its password',
      },
    ])
  })
})
