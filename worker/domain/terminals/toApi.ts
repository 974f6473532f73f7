import { numberFromText } from '#contract/schema/rawJson'
import type { TerminalState } from '#contract/terminals/terminals'
import type { TerminalRow } from '../../store/terminals/terminalColumns.ts'

/** A terminal as an API resource. */
export const toTerminal = (
  {
    id,
    make,
    model,
    serialNumber,
    nickname,
    configuration,
  }: Pick<TerminalRow, 'id' | 'make' | 'model' | 'serialNumber' | 'nickname' | 'configuration'>,
  status: TerminalState,
) => ({
  id,
  make,
  model,
  serialNumber,
  nickname,
  status,
  configuration: {
    promptTip: configuration.promptTip ?? false,
    tipAmounts: (configuration.tipAmounts ?? []).map(numberFromText),
    promptCvv: configuration.promptCvv ?? false,
    promptPostalCode: configuration.promptPostalCode ?? false,
    promptAmountConfirmation: configuration.promptAmountConfirmation ?? false,
    promptSignature: configuration.promptSignature ?? false,
    keyCard: configuration.keyCard ?? false,
  },
})
