import type { MemberTexts } from '../schema/memberTexts.ts'
import { promptTexts } from '../transactions/paymentTexts.ts'

const configuration = Object.fromEntries(
  Object.entries(promptTexts).map(([name, text]) => [`configuration.${name}`, text]),
)
const one = { terminals: 'The terminal, as a list of one.' }
const oneOrNull = { terminals: 'The terminal, as a list of one. Null in an error response.' }

/** Texts of terminals. */
export const terminalTexts: MemberTexts = {
  Terminal: {
    ...configuration,
    id: 'Id of the terminal.',
    make: 'Manufacturer, as the device reports it. Empty until it first connects.',
    model: 'Model, as the device reports it. Empty until it first connects.',
    serialNumber:
      'Serial number, as the device reports it. Empty until it first connects, and for simulated terminals.',
    nickname: 'Your name for the terminal, displayed on it. It need not be unique.',
    status:
      '`pending`: registered, never connected. `online`: connected within the last 60 seconds. `busy`: a payment is open. `offline`: not connected.',
    configuration: 'Defaults for the terminal options of payments. Options in a payment take precedence.',
  },
  CreateTerminalRequest: {
    $as: 'Terminal',
    registrationCode:
      'Pairing code on the terminal’s display: 6 characters, valid once and for 10 minutes. The case of letters does not matter. In test mode any other code creates a simulated terminal. An invalid code returns 400 `registration_code_invalid`.',
    deviceId:
      'The 8 characters on the back of the terminal. Required if the account’s `processingCountry` is `CA` (400 `device_id_required`).',
    configuration: 'Defaults for the terminal options of payments. Absent: no prompts.',
  },
  createTerminal: one,
  listTerminals: { terminals: 'Terminals, newest first. Null in an error response.' },
  getTerminal: oneOrNull,
  cancelTerminal: oneOrNull,
  simulateTerminal: oneOrNull,
  SimulateTerminalRequest: {
    action:
      '`present` presents a test card, `cancel` cancels the payment, `remove` removes the card too early, `offline` disconnects the terminal until the next other action. The case of letters does not matter.',
  },
}
