export { COMMENT_MAX, Feedback, FeedbackSummary, FeedbackTag, Sentiment } from './contract.ts'
export { getRideFeedback } from './get-ride-feedback.ts'
export { getVehicleFeedback } from './get-vehicle-feedback.ts'
export { submitRideFeedback, submitRideFeedbackForm } from './submit-ride-feedback.ts'
