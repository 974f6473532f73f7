/** A request of the API, without a key. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
}

/** Text in single quotes for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The command that sends a request. The key and the address are variables, so that neither is shown. */
export const curlCommand = ({ method, path, body }: ApiRequest): string =>
  [
    `curl "$SLUICE_URL${path}"`,
    `  -H "x-api-key: $SLUICE_SECRET_KEY"`,
    ...(method === 'GET'
      ? []
      : [
          `  -H "idempotency-key: $(uuidgen)"`,
          ...(body === undefined
            ? ['  -X POST']
            : [`  -H "content-type: application/json"`, `  -d ${quoted(JSON.stringify(body))}`]),
        ]),
  ].join(' \\\n')
