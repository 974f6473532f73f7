import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { processorSuite } from '../../processors/suite.ts'
import { authorize, payment } from './ask.ts'
import { acquirerClient } from './client.ts'
import { overHttp } from './http.ts'
import type { Entry } from './line.ts'
import type { Fault } from './orders.ts'
import { startAcquirer } from './server.ts'
import { subject } from './subject.ts'

processorSuite('acquirer over HTTP', async () => {
  const { url, book, orders, close } = await startAcquirer()
  return { ...subject({ processor: acquirerClient(overHttp(url)), book, orders }), close }
})

const start = async (options: Parameters<typeof startAcquirer>[0] = {}) => {
  const acquirer = await startAcquirer(options)
  onTestFinished(() => acquirer.close())
  return { ...acquirer, processor: acquirerClient(overHttp(acquirer.url)) }
}

const order = (url: string, fault: Fault, times = 1) =>
  fetch(`${url}/orders`, { method: 'POST', body: JSON.stringify({ fault, times }) })

describe('over HTTP', () => {
  test('shows its book', async () => {
    const { url, processor } = await start()
    const op = payment()
    await authorize(processor, op)
    const book = (await (await fetch(`${url}/book`)).json()) as Entry[]
    expect(book).toMatchObject([
      {
        op: op.op,
        type: 'authorize',
        account: 'account-1',
        currency: 840,
        asked: '1000',
        approved: '1000',
        state: 'approved',
        effects: 1,
        lastFour: '4242',
        answered: true,
      },
    ])
  })

  test('takes fault orders, and takes them back', async () => {
    const { url, processor, book } = await start()
    await order(url, { kind: 'dropAfter' })
    const op = payment()
    expect(await authorize(processor, op)).toMatchObject({ result: 'unknown', reason: 'disconnected' })
    expect(book.find(op.op)).toMatchObject({ state: 'approved', effects: 1, answered: false })
    await order(url, { kind: 'garbage' }, 5)
    expect(await authorize(processor)).toMatchObject({ result: 'unknown', reason: 'unparsable' })
    await fetch(`${url}/orders`, { method: 'DELETE' })
    expect(await authorize(processor)).toHaveProperty('result', 'approved')
  })

  test('closes a batch', async () => {
    const { url, processor, book } = await start()
    const { ref } = await authorize(processor, payment({ capture: 'now' }))
    await fetch(`${url}/batches`, { method: 'POST', body: '{"account":"account-1"}' })
    expect(book.find(ref.op)).toMatchObject({ settled: true })
  })

  test('a dropped connection before the effect leaves nothing in the book', async () => {
    const { url, processor, book } = await start()
    await order(url, { kind: 'dropBefore' })
    expect(await authorize(processor)).toMatchObject({ result: 'unknown', reason: 'disconnected' })
    expect(book.entries()).toEqual([])
  })

  test.each([
    ['POST', '/operations', '{', 400],
    ['POST', '/operations', '[]', 400],
    ['POST', '/reversals', '{"op":7}', 400],
    ['POST', '/batches', '{}', 400],
    ['POST', '/nowhere', '{}', 404],
    ['GET', '/operations', undefined, 404],
  ])('%s %s with %s is refused with %d', async (method, path, body, status) => {
    const { url } = await start()
    expect((await fetch(url + path, { method, ...(body ? { body } : {}) })).status).toBe(status)
  })

  test('an acquirer that is gone is down, and a reversal is left for later', async () => {
    const acquirer = await startAcquirer()
    const processor = acquirerClient(overHttp(acquirer.url))
    const { ref } = await authorize(processor)
    expect(await processor.health()).toBe('up')
    await acquirer.close()
    expect(await processor.health()).toBe('down')
    expect(await processor.reverse(ref, 1)).toBe('retry')
    expect(await authorize(processor)).toMatchObject({ result: 'unknown', reason: 'disconnected' })
  })
})

const here = (file: string) => new URL(file, import.meta.url).href

describe('a crash between the answer and our own book', () => {
  const children: ReturnType<typeof spawn>[] = []
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')))

  const script = `
    const { acquirerClient } = await import(process.env.CLIENT)
    const { overHttp } = await import(process.env.HTTP)
    const { authorize, payment } = await import(process.env.ASK)
    const outcome = await authorize(acquirerClient(overHttp(process.env.URL)), payment({ op: '93000000000001' }))
    console.log(outcome.result)`

  const run = (url: string) => {
    const env = { ...process.env, URL: url, CLIENT: here('client.ts'), HTTP: here('http.ts'), ASK: here('ask.ts') }
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const output: string[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
    return { child, output }
  }

  test('leaves an approval that the dead process never learnt of', async () => {
    const running = Promise.withResolvers<ReturnType<typeof spawn>>()
    const onAnswered = async () => {
      const child = await running.promise
      child.kill('SIGKILL')
    }
    const { url, book } = await start({ onAnswered })
    const { child, output } = run(url)
    running.resolve(child)
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    expect(output).toEqual([])
    expect(book.find('93000000000001')).toMatchObject({ state: 'approved', effects: 1, answered: true })
  })

  test('and without the crash the process learns of it', async () => {
    const { url } = await start()
    const { child, output } = run(url)
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(output.join('')).toBe('approved\n')
  })
})
