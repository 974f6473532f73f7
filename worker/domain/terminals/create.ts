import { shownCode } from '#contract/device'
import { rateLimits } from '#contract/rateLimits'
import { refuse } from '#contract/refusal'
import type { CreateTerminal } from '#contract/terminals'
import type { Services } from '../../services.ts'
import type { TerminalRow } from '../../store/terminals.ts'
import { terminalAnswer } from './get.ts'

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
export const createTerminal = async (request: CreateTerminal, services: Services) => {
  const { account, clock, terminals, readers } = services
  if (account.settings.processingCountry === 'CA' && request.deviceId === undefined)
    throw refuse('device_id_required', { field: 'deviceId' })
  if (!(await terminals.tryCode(rateLimits.codes, clock.now())))
    throw refuse('rate_limited', { details: { policy: 'codes', ...rateLimits.codes } })
  const code = shownCode(request.registrationCode)
  const claimed = code === null ? 'unknown' : await readers.claim(code)
  if (claimed === 'invalid') throw codeInvalid()
  const terminal = claimed === 'unknown' ? await simulated(request, services) : await paired(request, claimed, services)
  return terminalAnswer(terminal, services)
}

type Row = Pick<TerminalRow, 'make' | 'model' | 'serialNumber' | 'simulated'>

const insert = async ({ nickname, deviceId, configuration }: CreateTerminal, row: Row, services: Services) => {
  const { ids, clock, terminals } = services
  const terminal: TerminalRow = {
    ...row,
    id: ids.uuid(),
    nickname,
    deviceId: deviceId ?? null,
    configuration: configuration ?? {},
    created: clock.now(),
  }
  // A simulated reader by a code that one could have shown: whoever guesses in test mode gets these.
  const isGuess = row.simulated !== null && shownCode(row.simulated) !== null
  await terminals.insert(terminal, isGuess, {
    at: terminal.created,
    action: 'terminal.registered',
    detail: { terminal: terminal.id, nickname },
  })
  return terminal
}

const simulated = async (request: CreateTerminal, services: Services): Promise<TerminalRow> => {
  const code = request.registrationCode.toUpperCase()
  if (services.account.mode === 'live' || refusedCodes.has(code)) throw codeInvalid()
  return insert(request, { make: 'Sluice', model: 'Simulated reader', serialNumber: '', simulated: code }, services)
}

type Claimed = Exclude<Awaited<ReturnType<Services['readers']['claim']>>, string>

/**
 * A reader that waits for its key. Where it does not say that it has kept it, nothing was registered: it shows another code by then.
 */
const paired = async (request: CreateTerminal, claimed: Claimed, services: Services): Promise<TerminalRow> => {
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
  const terminal = await insert(request, { make, model, serialNumber, simulated: null }, services).catch(
    async (thrown: unknown) => {
      await claimed.release()
      throw thrown
    },
  )
  const key = await readerVault.deviceKey(terminal.id)
  if (await claimed.handOver(terminal, key)) return terminal
  await terminals.withdraw(terminal.id)
  throw codeInvalid()
}
