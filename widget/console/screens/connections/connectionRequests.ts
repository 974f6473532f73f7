import type { CheckConnectionAnswer, Connection } from '../../../client/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { errorText } from '../../shell/errorText.ts'
import type { ConsoleContext } from '../../shell/context.ts'
import { connectionsTexts } from './texts.ts'

type Api = ConsoleContext['api']

const pathOf = ({ id }: Connection): string => `/v1/connections/${encodeURIComponent(id)}`

/** The built-in simulator cannot be changed, and has no date. */
export const isBuiltIn = ({ created }: Connection): boolean => created === null

/** Checks a connection. Returns the result in words. */
export const checkConnection = async (connection: Connection, api: Api): Promise<string> => {
  try {
    const { check } = await api.json<CheckConnectionAnswer>('POST', `${pathOf(connection)}/check`)
    if (check.result === 'ok') return connectionsTexts.checked
    return connectionsTexts.checkFailures[check.reason ?? ''] ?? check.text ?? ''
  } catch (error) {
    return errorText(error)
  }
}

/** Turns a connection off or on. */
export const turnConnection = async (connection: Connection, disabled: boolean, api: Api): Promise<void> => {
  await api.send('PUT', pathOf(connection), { body: { disabled } })
}

/** Removes a connection. @throws {ApiError} `in_use` if payments have used it or a rule names it */
export const removeConnection = async (connection: Connection, api: Api): Promise<void> => {
  try {
    await api.send('DELETE', pathOf(connection))
  } catch (error) {
    if (error instanceof ApiError && error.type === 'connection_in_use')
      throw new ApiError({ status: error.status, type: 'in_use', message: connectionsTexts.inUse })
    throw error
  }
}
