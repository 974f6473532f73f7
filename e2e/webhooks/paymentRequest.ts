const card = { accountNumber: '4242424242424242', expires: '1230' }

export const payment = { payment: { creditCard: card }, amount: { value: 10.05 } }
