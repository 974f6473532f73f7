import { evictDurableObject } from 'cloudflare:test'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openTerminal, startTerminals } from '../../testing/fixtures/terminalFixture.ts'

vi.spyOn(console, 'log').mockReturnValue()
afterAll(() => vi.restoreAllMocks())

const worker = startTerminals()

describe('idle terminal', () => {
  test('an idle terminal has no alarm after login, payment, disconnect or deletion', async () => {
    const terminal = await openTerminal(worker)
    await terminal.waitForIdle()
    await terminal.completePayment()
    await terminal.line.next('processing')
    await terminal.line.next('result')
    await terminal.waitForIdle()
    terminal.line.close()
    await terminal.line.closed
    // One alarm checks after a minute whether the device has reconnected.
    const due = await vi.waitFor(async () => {
      const alarm = await terminal.alarm()
      expect(alarm).not.toBeNull()
      return alarm!
    })
    const clock = vi.spyOn(Date, 'now').mockReturnValue(due)
    expect(await terminal.runAlarm()).toBe(true)
    clock.mockRestore()
    await terminal.waitForIdle()
    await terminal.connect()
    await terminal.waitForIdle()
    terminal.line.close()
    await terminal.line.closed
    await terminal.connect()
    await terminal.waitForIdle()
    await terminal.call('DELETE', `/v1/terminals/${terminal.device.terminal}`)
    expect(await terminal.alarm()).toBeNull()
  })

  test('a ping does not wake an idle terminal', async () => {
    const terminal = await openTerminal(worker)
    await terminal.waitForIdle()
    await evictDurableObject(terminal.object())
    terminal.line.send('ping')
    await vi.waitFor(() => expect(terminal.line.unread).toEqual(['pong']))
    // The ping did not start the object.
    await expect(evictDurableObject(terminal.object())).rejects.toThrow('not currently running')
  })

  test('an idle terminal keeps its connection during hibernation and accepts the next payment', async () => {
    const terminal = await openTerminal(worker)
    const paying = terminal.pay()
    terminal.send('cancel', await terminal.receivePayment())
    expect((await paying).json).toMatchObject({ responseCode: 'G13' })
    expect(await terminal.line.next('result')).toMatchObject({ responseCode: 'G13' })
    await evictDurableObject(terminal.object())
    expect(await terminal.status()).toBe('online')
    await evictDurableObject(terminal.object())
    expect(await terminal.completePayment()).toMatchObject({ responseCode: '00' })
  })
})
