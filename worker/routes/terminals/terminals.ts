import { getSignature } from '#contract/transactions/signatures'
import {
  cancelTerminal as cancelTerminalEndpoint,
  createTerminal as createTerminalEndpoint,
  deleteTerminal as deleteTerminalEndpoint,
  getTerminal as getTerminalEndpoint,
  listTerminals as listTerminalsEndpoint,
  simulateTerminal as simulateTerminalEndpoint,
} from '#contract/terminals/terminals'
import { cancelTerminal } from '../../domain/terminals/cancel.ts'
import { createTerminal } from '../../domain/terminals/create.ts'
import { getTerminal } from '../../domain/terminals/get.ts'
import { listTerminals } from '../../domain/terminals/list.ts'
import { deleteTerminal } from '../../domain/terminals/delete.ts'
import { simulateTerminal } from '../../domain/terminals/simulate.ts'
import { getSignature as get } from '../../domain/transactions/getSignature.ts'
import type { App } from '../../http/app.ts'
import { serve } from '../../http/serve.ts'

export const terminals = (app: App): void => {
  serve(app, createTerminalEndpoint, ({ body }, services) => createTerminal(body, services))
  serve(app, listTerminalsEndpoint, ({ query }, services) => listTerminals(query, services))
  serve(app, getTerminalEndpoint, ({ params }, services) => getTerminal(params.Terminal, services))
  serve(app, deleteTerminalEndpoint, ({ params }, services) => deleteTerminal(params.Terminal, services))
  serve(app, cancelTerminalEndpoint, ({ params }, services) => cancelTerminal(params.Terminal, services))
  serve(app, simulateTerminalEndpoint, ({ params, body }, services) =>
    simulateTerminal(params.Terminal, body.action, services),
  )
  serve(app, getSignature, ({ params }, services) => get(params.id, services))
}
