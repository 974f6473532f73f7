/**
 * Messages per fuzzer, half to the page and half to its frame; one in 200 is a real handshake message. The seed is random per run, and
 * `npm run test:long` sends more.
 */
export const messagesPerSender = process.env['SLUICE_LONG'] === '1' ? 40_000 : 1_000

/**
 * A page that posts messages to its parent or opener and to that window’s frames: protocol messages with valid, invalid and extra members,
 * handshakes with its own ports, and arbitrary cloneable values. The seed makes a run repeatable. At the end it posts `done` and its fragment.
 */
export const fuzzerPage = (seed: number): string => `<!doctype html><title>Fuzzer</title><script>
let state = ${seed} + location.hash.length
const random = (below) => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}
const pick = (list) => list[random(list.length)]
const types = ['state', 'input', 'texts', 'token', 'failed', 'height', 'focus', 'blur', 'submit',
  'configure', 'tokenize', 'reset', 'report', 'declined', 'constructor', '__proto__', 'toString', '', 7, null, ['reset']]
const members = ['complete', 'empty', 'edited', 'brand', 'errors', 'title', 'missing', 'id', 'token', 'network', 'last4',
  'expiry', 'code', 'text', 'height', 'disabled', 'layout', 'askName', 'scheme', 'appearance', 'locale', 'texts', 'then']
const values = [true, false, 0, 1, -1, NaN, 1e308, '', 'visa', 'forged', '{"formBackgroundColor":"red"}', 'x'.repeat(5000),
  null, undefined, {}, [], { number: 'wrong' }, new Date(0), new Map([[1, 2]]), /x/, 10n, new Uint8Array(8), new Error('no')]
const message = () => {
  if (random(8) === 0) return pick(['sluice:hello', 'sluice:connect', ...values])
  const data = { type: pick(types) }
  for (let count = random(8); count > 0; count--) data[pick(members)] = pick(values)
  return random(20) === 0 ? [data] : data
}
const page = window.opener ?? window.parent
const targets = [page, ...Array.from({ length: page.length }, (_, at) => page[at])].slice(0, 2)
const send = (from) => {
  for (let at = from; at < Math.min(from + 2000, ${messagesPerSender}); at++) {
    const data = message()
    // One in ten transfers a port; any reply on it is reported to the page.
    const ports = []
    if (random(10) === 0) {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => page.postMessage('stolen', '*')
      port1.postMessage(message())
      ports.push(port2)
    }
    targets[at % 2].postMessage(data, '*', ports)
  }
  if (from < ${messagesPerSender}) setTimeout(send, 0, from + 2000)
  else page.postMessage('done ' + location.hash, '*')
}
send(0)
</script>`
