import { shownCode } from '#contract/device'
import { rateLimits } from '#contract/rateLimits'
import { refuse } from '#contract/refusal'
import type { CreateTerminal, TerminalState } from '#contract/terminals'
import type { RequestServices } from '../../app/compose.ts'
import type { TerminalRow } from '../../store/terminals/terminals.ts'
import { terminalAnswer } from './get.ts'
import { shownTerminal } from './shown.ts'

/** What test mode refuses, so that the refusal can be tested without a reader. */
const refusedCodes: ReadonlySet<string> = new Set(['BAD000', 'EXP000', 'USED00'])

const codeInvalid = () => refuse('registration_code_invalid', { field: 'registrationCode' })

/**
 * Registers a card reader by the code that it shows. In test mode a code that no reader has shown makes a simulated one, which behaves as
 * its code says.
 *
 * Refusals: device_id_required, where the account processes in Canada; rate_limited, after too many codes that opened nothing;
 * registration_code_invalid.
 */
export const createTerminal = async (request: CreateTerminal, services: RequestServices) => {
  const { account, clock, terminals, readers } = services
  if (account.settings.processingCountry === 'CA' && request.deviceId === undefined)
    throw refuse('device_id_required', { field: 'deviceId' })
  if (!(await terminals.tryCode(rateLimits.codes, clock.now())))
    throw refuse('rate_limited', { details: { policy: 'codes', ...rateLimits.codes } })
  const code = shownCode(request.registrationCode)
  const claimed = code === null ? 'unknown' : await readers.claim(code, askedBy(services))
  if (claimed === 'invalid') throw codeInvalid()
  if (claimed === 'unknown') return simulated(request, services)
  return terminalAnswer(
    'device' in claimed ? await paired(request, claimed, services) : await resumed(claimed, services),
    services,
  )
}

/** A request, in words that its repetition under its Idempotency-Key says again. */
const askedBy = ({ idempotent, requestId }: RequestServices): string =>
  idempotent === null ? requestId : `${idempotent.key} ${idempotent.fingerprint}`

const terminalOf = (
  { nickname, deviceId, configuration }: CreateTerminal,
  row: Pick<TerminalRow, 'make' | 'model' | 'serialNumber' | 'simulated'>,
  { ids, clock }: RequestServices,
): TerminalRow => ({
  ...row,
  id: ids.uuid(),
  nickname,
  deviceId: deviceId ?? null,
  configuration: configuration ?? {},
  created: clock.now(),
})

/** @param status of a terminal that stays, whatever happens; null where its reader has yet to keep its key */
const insert = (terminal: TerminalRow, status: TerminalState | null, { terminals }: RequestServices): Promise<void> => {
  const { id, nickname, created, simulated: code } = terminal
  // A simulated reader by a code that one could have shown: whoever guesses in test mode gets these.
  const isGuess = code !== null && shownCode(code) !== null
  return terminals.insert(
    terminal,
    { isGuess, status },
    { at: created, action: 'terminal.registered', detail: { terminal: id, nickname } },
  )
}

const simulated = async (request: CreateTerminal, services: RequestServices) => {
  const code = request.registrationCode.toUpperCase()
  if (services.account.mode === 'live' || refusedCodes.has(code)) throw codeInvalid()
  const about = { make: 'Sluice', model: 'Simulated reader', serialNumber: '', simulated: code }
  const terminal = terminalOf(request, about, services)
  const status = await services.readers.status(terminal)
  await insert(terminal, status, services)
  return { terminals: [shownTerminal(terminal, status)], errors: null }
}

type Claimed = Exclude<Awaited<ReturnType<RequestServices['readers']['claim']>>, string>
type ClaimedCode = Extract<Claimed, { readonly device: unknown }>
type UsedCode = Exclude<Claimed, ClaimedCode>

/**
 * A reader that waits for its key. Where it does not say that it has kept it, nothing was registered: it shows another code by then. Unless
 * it has, and its word was lost: then it has logged in with the key.
 */
const paired = async (
  request: CreateTerminal,
  claimed: ClaimedCode,
  services: RequestServices,
): Promise<TerminalRow> => {
  const { terminals, readerVault } = services
  const { make, model, serialNumber, deviceId } = claimed.device
  // The code on the back must be that of the reader that shows the code on its front.
  if (
    request.deviceId !== undefined &&
    deviceId !== null &&
    request.deviceId.toUpperCase() !== deviceId.toUpperCase()
  ) {
    await claimed.release()
    throw codeInvalid()
  }
  const terminal = terminalOf(request, { make, model, serialNumber, simulated: null }, services)
  await insert(terminal, null, services).catch(async (thrown: unknown) => {
    await claimed.release()
    throw thrown
  })
  const key = await readerVault.deviceKey(terminal.id)
  const handOver = () => claimed.handOver(terminal, key)
  // Asked again it answers the same. Where nobody knows what came of it, nothing stays: a reader that has kept its key hears that it was deleted.
  const isKept = await handOver()
    .catch(handOver)
    .catch(async (thrown: unknown) => {
      await Promise.allSettled([terminals.withdraw(terminal.id), claimed.release()])
      throw thrown
    })
  return handedOver(terminal, isKept, services)
}

/** A reader that was given its key by this very request, whose answer was lost. */
const resumed = async ({ terminal: id, isKept }: UsedCode, services: RequestServices): Promise<TerminalRow> => {
  const terminal = await services.terminals.find(id)
  if (terminal === null) throw codeInvalid()
  return handedOver(terminal, isKept, services)
}

const handedOver = async (
  terminal: TerminalRow,
  isKept: boolean,
  { terminals, clock }: RequestServices,
): Promise<TerminalRow> => {
  if (isKept) await terminals.confirm(terminal.id, clock.now())
  else if (await terminals.withdraw(terminal.id)) throw codeInvalid()
  return terminal
}
