export const scenarioIcon = 'M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h3.5';
