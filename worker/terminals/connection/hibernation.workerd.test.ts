import { evictDurableObject } from 'cloudflare:test'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openTill, startReaders } from '../../testing/fixtures/terminalFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const worker = startReaders()

describe('idle terminal', () => {
  test('an idle terminal has no alarm after login, payment, disconnect or deletion', async () => {
    const terminal = await openTill(worker)
    await terminal.rests()
    await terminal.paid()
    await terminal.line.next('processing')
    await terminal.line.next('result')
    await terminal.rests()
    terminal.line.close()
    await terminal.line.closed
    // One alarm checks after a minute whether the device has reconnected.
    const due = await vi.waitFor(async () => {
      const alarm = await terminal.alarm()
      expect(alarm).not.toBeNull()
      return alarm!
    })
    const clock = vi.spyOn(Date, 'now').mockReturnValue(due)
    expect(await terminal.ring()).toBe(true)
    clock.mockRestore()
    await terminal.rests()
    await terminal.connect()
    await terminal.rests()
    terminal.line.close()
    await terminal.line.closed
    await terminal.connect()
    await terminal.rests()
    await terminal.call('DELETE', `/v1/terminals/${terminal.device.terminal}`)
    expect(await terminal.alarm()).toBeNull()
  })

  test('a ping does not wake an idle terminal', async () => {
    const terminal = await openTill(worker)
    await terminal.rests()
    await evictDurableObject(terminal.object())
    terminal.line.send('ping')
    await vi.waitFor(() => expect(terminal.line.unread).toEqual(['pong']))
    // The ping did not start the object.
    await expect(evictDurableObject(terminal.object())).rejects.toThrow('not currently running')
  })

  test('an idle terminal keeps its connection during hibernation and accepts the next payment', async () => {
    const terminal = await openTill(worker)
    const paying = terminal.pay()
    terminal.say('cancel', await terminal.received())
    expect((await paying).json).toMatchObject({ responseCode: 'G13' })
    expect(await terminal.line.next('result')).toMatchObject({ responseCode: 'G13' })
    await evictDurableObject(terminal.object())
    expect(await terminal.status()).toBe('online')
    await evictDurableObject(terminal.object())
    expect(await terminal.paid()).toMatchObject({ responseCode: '00' })
  })
})
