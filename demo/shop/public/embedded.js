// What the shop's page does with the checkout in its frame: it shows what it hears, and the way to the order once it is
// paid. Whether that is true the shop's server asks the gateway.
const checkout = document.querySelector('sluice-checkout')
const list = document.querySelector('.heard')

const sentences = {
  ready: ({ status }) => `The checkout is on display: ${status}`,
  decline: () => 'A try was declined; the shopper may make another',
  complete: ({ transactionId }) => `Paid, says the browser, by transaction ${transactionId}`,
  close: ({ reason }) => `It cannot be paid any more: ${reason}`,
  error: ({ message }) => `It did not load: ${message}`,
}

for (const [type, sentence] of Object.entries(sentences))
  checkout.addEventListener(type, (event) => {
    const [item, name] = [document.createElement('li'), document.createElement('code')]
    name.textContent = type
    item.append(name, sentence(event))
    list.append(item)
    if (type === 'complete') document.querySelector('.go-on').hidden = false
  })
