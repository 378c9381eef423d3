"""RosDrive's line detector in OpenCV, timed stage by stage: the yardstick for `vision/line-detector`.

Run: /usr/bin/python3 bench/line-opencv.py [picture.png] [repetitions]; prints medians in milliseconds as JSON.
"""
import json
import os
import sys
import time

import cv2
import numpy as np

PRESETS = {
    "published": dict(swap=True, low=(0, 120, 0), high=(170, 180, 150), top=100, bottom=500, crop=False, threshold=20, length=20, gap=300),
    "corrected": dict(swap=False, low=(22, 90, 40), high=(38, 255, 255), top=424, bottom=500, crop=True, threshold=12, length=8, gap=8),
}


def detect(bgr, swap, low, high, top, bottom, crop, threshold, length, gap):
    """One picture; returns the instants between the stages."""
    instants = [time.perf_counter()]
    if crop:
        bgr = np.ascontiguousarray(bgr[top:bottom + 1])
    hsv = cv2.cvtColor(bgr, cv2.COLOR_RGB2HSV if swap else cv2.COLOR_BGR2HSV)
    mask = cv2.inRange(hsv, np.uint8(low), np.uint8(high))
    grey = cv2.cvtColor(cv2.bitwise_and(bgr, bgr, mask=mask), cv2.COLOR_RGB2GRAY if swap else cv2.COLOR_BGR2GRAY)
    instants.append(time.perf_counter())
    edges = cv2.Canny(grey, 100, 150)
    if not crop:
        region = np.zeros_like(edges)
        cv2.fillPoly(region, np.array([[[0, bottom], [0, top], [800, top], [800, bottom]]], np.int32), 255)
        edges = cv2.bitwise_and(edges, region)
    instants.append(time.perf_counter())
    cv2.HoughLinesP(edges, 1, np.pi / 180, threshold, minLineLength=length, maxLineGap=gap)
    instants.append(time.perf_counter())
    return instants


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    picture = cv2.imread(sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "../test/fixtures/vision-line/view-left-bend.png"))
    repetitions = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    result = {}
    for threads in (cv2.getNumThreads(), 1):
        cv2.setNumThreads(threads)
        for name, preset in PRESETS.items():
            times = np.array([detect(picture, **preset) for _ in range(repetitions + 10)][10:])
            stages = 1000 * np.median(np.diff(times), axis=0)
            total = 1000 * float(np.median(times[:, -1] - times[:, 0]))
            result[f"{name}, {threads} threads"] = dict(zip(("colour", "edges", "segments", "total"), [round(float(t), 3) for t in (*stages, total)]))
    print(json.dumps(result, indent=2))
